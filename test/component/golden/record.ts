/** `npm run golden:record`: draws every scene anew. Look at each picture that changed before it is committed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { drawScene, encodePng } from './picture.ts';
import { scenes } from './scenes.ts';

const folder = new URL('../../fixtures/golden/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const scene of scenes) {
  const png = encodePng(await drawScene(scene, { flatten: false }));
  writeFileSync(new URL(`${scene.name}.png`, folder), png);
  process.stdout.write(`${scene.name}.png  ${png.length} bytes\n`);
}
