import { mkdirSync, writeFileSync } from 'node:fs';
import { fixtures } from '../../test/support/golden/fixtures.ts';
import { drawFixture, encodePng } from '../../test/support/golden/picture.ts';

const folder = new URL('../../test/fixtures/golden/', import.meta.url);

/** Draws the reference picture of each named fixture, of all by default. Check every picture that changed before you commit it. */
export async function recordGolden(names: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const fixture of fixtures) {
    if (names.length > 0 && !names.includes(fixture.name)) continue;
    const png = encodePng(await drawFixture(fixture, { flatten: false }));
    writeFileSync(new URL(`${fixture.name}.png`, folder), png);
    console.log(`${fixture.name}.png  ${png.length} bytes`);
  }
}
