import { comparePictures, tolerance } from './compare-pictures.ts';
import { drawScene, type Picture } from './picture.ts';
import type { Scene } from './scene.ts';
import { textCells, textLines } from './scenes/lines.ts';
import { textLine } from './scenes/text.ts';

const draw = (scene: Scene) => drawScene(scene, { flatten: false });
const worst = async (scene: Scene, changed: Scene) =>
  comparePictures(await draw(changed), await draw(scene)).worst;

/** The scene with one field moved by some points. */
function moved(scene: Scene, name: string, [dx, dy]: readonly [number, number]): Scene {
  const fields = scene.page.fields.map((field) => {
    const [x, y, width, height] = field.at;
    return field.name === name ? { ...field, at: [x + dx, y + dy, width, height] as const } : field;
  });
  return { ...scene, page: { ...scene.page, fields } };
}

const withoutFrames = (scene: Scene): Scene => ({
  ...scene,
  page: { ...scene.page, fields: scene.page.fields.map((field) => ({ ...field, look: null, caption: '' })) },
});

const withValue = (scene: Scene, name: string, value: string): Scene => ({
  ...scene,
  row: { ...scene.row, [name]: value },
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
  ])('for the lack of %s', async (_, scene, name, value) => {
    expect(await worst(scene, withValue(scene, name, value))).toBeGreaterThan(tolerance);
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
