import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { comparePictures, tolerance } from './compare-pictures.ts';
import { decodePng, drawScene } from './picture.ts';
import { scenes } from './scenes.ts';

const folder = new URL('../../fixtures/golden/', import.meta.url);

// A picture that is meant to change: `npm run record -- golden`, and look at it.
describe.each(scenes.map((scene) => [scene.name, scene] as const))('%s looks as it did', (name, scene) => {
  const expected = () => decodePng(readFileSync(new URL(`${name}.png`, folder)));

  test.each([
    ['filled', false],
    ['flattened', true],
  ])('%s', async (_, flatten) => {
    const { worst, at } = comparePictures(await drawScene(scene, { flatten }), expected());
    expect({ within: worst <= tolerance, worst, at }).toEqual({ within: true, worst, at });
  });
});

test('every picture has a scene', () => {
  expect(existsSync(folder)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(scenes.map(({ name }) => `${name}.png`).sort());
});
