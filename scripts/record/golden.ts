import { mkdirSync, writeFileSync } from 'node:fs';
import { drawScene, encodePng } from '../../test/component/golden/picture.ts';
import { scenes } from '../../test/component/golden/scenes.ts';

const folder = new URL('../../test/fixtures/golden/', import.meta.url);

/** Draws the reference picture of each named scene, of all by default. Check every picture that changed before you commit it. */
export async function recordGolden(names: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const scene of scenes) {
    if (names.length > 0 && !names.includes(scene.name)) continue;
    const png = encodePng(await drawScene(scene, { flatten: false }));
    writeFileSync(new URL(`${scene.name}.png`, folder), png);
    console.log(`${scene.name}.png  ${png.length} bytes`);
  }
}
