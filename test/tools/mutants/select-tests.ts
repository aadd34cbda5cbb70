import { rankOfTest } from '../../support/runner/folder-order.ts';

/** Direct imports by module. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export interface SelectedTests {
  /** The nearest tests: half of them unit tests, if there are enough. Short ones come first. */
  near: string[];
  /** The next nearest ones, for mutants that survive the first. Short ones come first. */
  far: string[];
}

/**
 * Selects from the test files that import a file, directly or through other modules. The nearest ones have the fewest
 * imports in between; among these, the ones whose paths share most words with the path of the file.
 */
export function selectTests(
  graph: ImportGraph,
  file: string,
  limits: { near: number; far: number },
): SelectedTests {
  const importers = reverse(graph);
  const distances = new Map([[file, 0]]);
  for (const [module, distance] of distances) {
    for (const importer of importers.get(module) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  const tests = [...distances]
    .filter(([module]) => module.endsWith('.test.ts'))
    .map(([module, distance]) => ({ module, distance, shared: sharedWords(module, file) }))
    .sort(
      (one, other) =>
        one.distance - other.distance || other.shared - one.shared || (one.module < other.module ? -1 : 1),
    )
    .map(({ module }) => module);
  const unit = tests.filter((test) => test.startsWith('test/unit/')).slice(0, Math.ceil(limits.near / 2));
  const other = tests.filter((test) => !test.startsWith('test/unit/')).slice(0, limits.near - unit.length);
  const near = [...unit, ...other];
  const far = tests.filter((test) => !near.includes(test)).slice(0, limits.far);
  return { near: shortFirst(near), far: shortFirst(far) };
}

function shortFirst(tests: readonly string[]): string[] {
  const rankOf = (test: string) => rankOfTest(test.replace(/^test\//, ''));
  return tests.toSorted((one, other) => rankOf(other) - rankOf(one));
}

function sharedWords(one: string, other: string): number {
  const words = new Set(wordsOf(one));
  return new Set(wordsOf(other).filter((word) => words.has(word))).size;
}

/** Singular words, because the file of the webhook service is tested by the tests of webhooks. */
function wordsOf(file: string): string[] {
  return file
    .split(/[/.-]/)
    .filter((word) => word !== 'ts' && word !== '')
    .map((word) => word.replace(/s$/, ''));
}

function reverse(graph: ImportGraph): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [module, imports] of graph) {
    for (const imported of imports) {
      const list = importers.get(imported);
      if (list === undefined) importers.set(imported, [module]);
      else list.push(module);
    }
  }
  return importers;
}
