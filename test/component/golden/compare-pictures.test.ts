import { comparePictures, tolerance } from '../../support/golden/compare-pictures.ts';
import type { Fixture } from '../../support/golden/fixture.ts';
import { textCells, textLines } from '../../support/golden/fixtures/lines.ts';
import { textLine } from '../../support/golden/fixtures/text.ts';
import { drawFixture, type Picture } from '../../support/golden/picture.ts';

const draw = (fixture: Fixture) => drawFixture(fixture, { flatten: false });
const worst = async (fixture: Fixture, changed: Fixture) =>
  comparePictures(await draw(changed), await draw(fixture)).worst;

/** The fixture with one field moved by some points. */
function moved(fixture: Fixture, name: string, [dx, dy]: readonly [number, number]): Fixture {
  const fields = fixture.page.fields.map((field) => {
    const [x, y, width, height] = field.at;
    return field.name === name ? { ...field, at: [x + dx, y + dy, width, height] as const } : field;
  });
  return { ...fixture, page: { ...fixture.page, fields } };
}

const withoutFrames = (fixture: Fixture): Fixture => ({
  ...fixture,
  page: {
    ...fixture.page,
    fields: fixture.page.fields.map((field) => ({ ...field, look: null, caption: '' })),
  },
});

const withValue = (fixture: Fixture, name: string, value: string): Fixture => ({
  ...fixture,
  row: { ...fixture.row, [name]: value },
});

describe('the comparison fails', () => {
  test.each([
    ['right', [2, 0]],
    ['left', [-2, 0]],
    ['down', [0, 2]],
    ['up', [0, -2]],
  ] as const)('for a value that moved 2 points %s', async (_, by) => {
    const bare = withoutFrames(textLine);
    for (const name of ['left', 'times', 'courier', 'autoLong']) {
      expect(await worst(bare, moved(bare, name, by))).toBeGreaterThan(tolerance);
    }
  });

  test.each([
    ['the thinnest letter', textCells, 'comb', 'AW2026-g'],
    ['an accent', textLine, 'left', 'Agypten, gjpqy Été'],
    ['a letter of several lines', textLines, 'breaks', 'First ine\n\nThird line'],
    ['a small letter', textLine, 'courier', 'AB-12345 {x}\\'],
  ])('for the lack of %s', async (_, fixture, name, value) => {
    expect(await worst(fixture, withValue(fixture, name, value))).toBeGreaterThan(tolerance);
  });

  test('for a picture of another size', async () => {
    const picture = await draw(textLine);
    expect(comparePictures({ ...picture, width: picture.width - 1 }, picture).worst).toBe(1);
  });
});

describe('the comparison allows', () => {
  test('the same picture', async () => {
    expect(await worst(textLine, textLine)).toBe(0);
  });

  test('edges that are smoothed a little differently', async () => {
    const picture = await draw(textLine);
    const data = picture.data.map((part, index) => (index % 2 === 0 ? Math.max(part - 51, 0) : part));
    const smoothed: Picture = { ...picture, data };
    expect(comparePictures(smoothed, picture).worst).toBeLessThanOrEqual(tolerance);
  });
});
