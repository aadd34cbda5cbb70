import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { comparePictures, tolerance } from '../../support/golden/compare-pictures.ts';
import { fixtures } from '../../support/golden/fixtures.ts';
import { decodePng, drawFixture } from '../../support/golden/picture.ts';

const folder = new URL('../../fixtures/golden/', import.meta.url);

// A picture that is meant to change: `npm run record -- golden`, and look at it.
describe.each(fixtures.map((fixture) => [fixture.name, fixture] as const))(
  '%s looks as it did',
  (name, fixture) => {
    const expected = () => decodePng(readFileSync(new URL(`${name}.png`, folder)));

    test.each([
      ['filled', false],
      ['flattened', true],
    ])('%s', async (_, flatten) => {
      const { worst, at } = comparePictures(await drawFixture(fixture, { flatten }), expected());
      expect({ within: worst <= tolerance, worst, at }).toEqual({ within: true, worst, at });
    });
  },
);

test('every picture has a fixture', () => {
  expect(existsSync(folder)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(fixtures.map(({ name }) => `${name}.png`).sort());
});
