import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/**
 * The layers of the product, lowest first. A file may import files of its own layer and of the layers above its line in
 * this table, which are lower; type imports count. Each entry is a file or a folder.
 */
const layers: readonly (readonly string[])[] = [
  ['src/errors.ts', 'workflows'],
  ['src/infra', 'src/tables', 'src/client'],
  ['src/stamping'],
  ['src/sandbox'],
  ['src/stamping-pool'],
  ['src/http'],
  ['src/config.ts'],
  ['src/modules'],
  ['src/evaluation'],
  ['migrations'],
  ['src/database'],
  ['src/codec-server', 'src/app.ts', 'src/services.ts'],
  ['activities'],
  ['workers'],
  ['src/dev'],
  ['src/process'],
  ['src/cli'],
  ['src/main.ts'],
];

interface Arrow {
  from: string;
  to: string;
}

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const IMPORTS = [
  /^(?:import|export)\s(?:[^'";]*?\sfrom\s)?'(\.[^']+)'/gm,
  /\bimport\('(\.[^']+)'\)/g,
  /new URL\('(\.[^']+)', import\.meta\.url\)/g,
];

/** Every relative import of the product, as paths from the root of the repository. */
function findArrows(): Arrow[] {
  const files = globSync('{src,workflows,activities,workers,migrations}/**/*.ts', { cwd: root });
  return files.flatMap((from) => {
    const source = readFileSync(path.join(root, from), 'utf8').replace(COMMENTS, '');
    const specifiers = IMPORTS.flatMap((pattern) =>
      [...source.matchAll(pattern)].map((match) => match[1] ?? ''),
    );
    const targets = specifiers.map((specifier) => path.posix.join(path.posix.dirname(from), specifier));
    const isOurs = (to: string) => !to.startsWith('node_modules/') && existsSync(path.join(root, to));
    return [...new Set(targets)].filter(isOurs).map((to) => ({ from, to }));
  });
}

/** The number of the layer that holds a file. Throws for a file that the table does not list. */
function layerOf(file: string): number {
  const found = layers.findIndex((entries) =>
    entries.some((entry) => file === entry || file.startsWith(`${entry}/`)),
  );
  if (found === -1) throw new Error(`${file} is in no layer; add it to the table in this file.`);
  return found;
}

/** The groups of files that import each other in a circle (Tarjan's strongly connected components). */
function findCircles(arrows: readonly Arrow[]): string[][] {
  const imports = Map.groupBy(arrows, ({ from }) => from);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const own = index.size;
    index.set(file, own);
    low.set(file, own);
    stack.push(file);
    for (const { to } of imports.get(file) ?? []) {
      if (!index.has(to)) low.set(file, Math.min(low.get(file) ?? own, visit(to)));
      else if (stack.includes(to)) low.set(file, Math.min(low.get(file) ?? own, index.get(to) ?? own));
    }
    const lowest = low.get(file) ?? own;
    if (lowest === own) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) circles.push(group.sort());
    }
    return lowest;
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return circles;
}

const arrows = findArrows();

test('finds the imports of the product', () => {
  expect(arrows.length).toBeGreaterThan(1000);
  expect(arrows).toContainEqual({ from: 'src/main.ts', to: 'src/config.ts' });
});

test('no file imports a file of a higher layer', () => {
  const upward = arrows.filter(({ from, to }) => layerOf(to) > layerOf(from));
  expect(upward.map(({ from, to }) => `${from} -> ${to}`).sort()).toEqual([]);
});

test('no files import each other in a circle', () => {
  expect(findCircles(arrows)).toEqual([]);
});
