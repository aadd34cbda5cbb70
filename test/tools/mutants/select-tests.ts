/** Direct imports by module. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export interface SelectedTests {
  /** Tests in test/unit, the nearest first. */
  unit: string[];
  /** Other tests, the nearest first. */
  other: string[];
}

/**
 * The test files that import a file, directly or through other modules: at most `limit` unit tests and as many others.
 * The nearest ones, with the fewest imports in between, come first; among these, the ones whose paths share most words
 * with the path of the file.
 */
export function selectTests(graph: ImportGraph, file: string, limit: number): SelectedTests {
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
  const isUnit = (test: string) => test.startsWith('test/unit/');
  return {
    unit: tests.filter(isUnit).slice(0, limit),
    other: tests.filter((test) => !isUnit(test)).slice(0, limit),
  };
}

function sharedWords(one: string, other: string): number {
  const words = new Set(wordsOf(one));
  return new Set(wordsOf(other).filter((word) => words.has(word))).size;
}

function wordsOf(file: string): string[] {
  return file.split(/[/.-]/).filter((word) => word !== 'ts' && word !== '');
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
