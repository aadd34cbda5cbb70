import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The imports of a module at run time; type imports are erased. */
interface Imports {
  /** Absolute paths of modules. `new URL('./x', import.meta.url)` counts as an import of x, or of the index of folder x. */
  files: string[];
  /** Names of packages, `node:` modules left out. */
  packages: string[];
}

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const STATIC = /^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?'([^']+)'/gm;
const DYNAMIC = /\bimport\('([^']+)'\)/g;
const LOCATED = /new URL\('(\.[^']+)', import\.meta\.url\)/g;

/** The imports of one module, read from its source text. */
export function importsOf(file: string): Imports {
  const source = readFileSync(file, 'utf8').replace(COMMENTS, '');
  const specifiers = [STATIC, DYNAMIC, LOCATED]
    .flatMap((pattern) => [...source.matchAll(pattern)].map(([, specifier = '']) => specifier))
    // A file of a package counts as the package, also by its path.
    .map((specifier) => specifier.replace(/^\.[./]*\/node_modules\//, ''));
  const files = specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.resolve(path.dirname(file), specifier.replace(/\/$/, '/index.ts')))
    .filter((target) => existsSync(target) && /\.(ts|js)$/.test(target));
  const packages = specifiers
    .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return { files: [...new Set(files)], packages: [...new Set(packages)] };
}

/** The module, every module it reaches, and the packages each of them imports. */
export function reachableFrom(file: string): Map<string, Imports> {
  const reached = new Map<string, Imports>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    const imports = importsOf(next);
    reached.set(next, imports);
    open.push(...imports.files);
  }
  return reached;
}
