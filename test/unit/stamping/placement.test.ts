import { placementOf } from '../../../src/stamping/layout/placement.ts';
import { PDFContext } from '../../../src/stamping/pdf/pdf-lib.ts';

const placed = (form: Record<string, number[]>, rect = [100, 200, 120, 260]) => {
  const context = PDFContext.create();
  return placementOf(context.stream('', form), context.obj({ Rect: rect }));
};

test.each([
  ['moved', { BBox: [0, 0, 20, 60] }, '1 0 0 1 100 200'],
  ['scaled', { BBox: [0, 0, 10, 120] }, '2 0 0 0.5 100 200'],
  ['moved from its own origin', { BBox: [5, 6, 25, 66] }, '1 0 0 1 95 194'],
  ['turned', { BBox: [0, 0, 60, 20], Matrix: [0, 1, -1, 0, 0, 0] }, '1 0 0 1 120 200'],
  ['moved by its matrix', { BBox: [0, 0, 20, 60], Matrix: [1, 0, 0, 1, 3, 4] }, '1 0 0 1 97 196'],
])('an appearance is %s to fill its rectangle', (_, form, matrix) => {
  expect(placed(form)).toBe(matrix);
});

test.each([
  ['without width', { BBox: [0, 0, 10, 10], Matrix: [0, 0, 0, 1, 0, 0] }],
  ['without height', { BBox: [0, 0, 10, 10], Matrix: [1, 0, 0, 0, 0, 0] }],
  ['without a box', {}],
])('an appearance %s is not drawn', (_, form) => {
  expect(placed(form)).toBeNull();
});
