import { drawMutants } from '../../tools/mutants/draw-mutants.ts';

const sources = new Map(
  Array.from({ length: 20 }, (_, index) => [`src/${index}.ts`, `export const a = x < ${index};\nf(a);\n`]),
);
const idsOf = (options: { seed: number; sample: number }, from = sources) =>
  drawMutants(from, options).map(({ id }) => id);

test('the same seed draws the same mutants, another seed others', () => {
  expect(idsOf({ seed: 1, sample: 10 })).toEqual(idsOf({ seed: 1, sample: 10 }));
  expect(idsOf({ seed: 1, sample: 10 })).not.toEqual(idsOf({ seed: 2, sample: 10 }));
});

test('a larger sample starts with the mutants of a smaller one', () => {
  expect(idsOf({ seed: 1, sample: 20 }).slice(0, 10)).toEqual(idsOf({ seed: 1, sample: 10 }));
});

test('no mutant is drawn twice', () => {
  const all = idsOf({ seed: 1, sample: 1000 });
  expect(all).toHaveLength(60);
  expect(new Set(all).size).toBe(60);
});

test('a change to a file replaces its mutants and keeps the others', () => {
  const changed = new Map(sources).set('src/0.ts', 'export const a = 1;\n');
  const before = new Set(idsOf({ seed: 1, sample: 1000 }));
  const kept = drawMutants(changed, { seed: 1, sample: 1000 }).filter(({ id }) => before.has(id));
  expect(new Set(kept.map(({ file }) => file))).toEqual(new Set([...sources.keys()].slice(1)));
});
