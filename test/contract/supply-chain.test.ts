import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkLicences, isAllowed } from '../../scripts/licences/check-licences.ts';
import { findShippedPackages } from '../../scripts/licences/shipped-packages.ts';

const root = path.join(import.meta.dirname, '../..');
const readJson = async (file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8'));

interface Locked {
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  link?: boolean;
}
interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

const { packages } = (await readJson('package-lock.json')) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([folder]) => folder !== '');
const manifest = (await readJson('package.json')) as Manifest;

const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('everything that ships has a licence that asks for nothing but its text', async () => {
  const { byLicence, forbidden } = await checkLicences(await findShippedPackages(root), root);
  expect(forbidden).toEqual([]);
  expect(byLicence.get('Bitstream-Vera')).toHaveLength(1);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['Apache-2.0 AND MIT', true],
  ['GPL-3.0-only', false],
  ['MIT AND LGPL-2.1-or-later', false],
  ['SEE LICENSE IN LICENSE', false],
  [null, false],
])('the licence %s: %p', (license, allowed) => {
  expect(isAllowed(license)).toBe(allowed);
});

test('a package whose licence file says something else may not ship', async () => {
  const changed = { folder: 'scripts', name: 'unionfs', version: '1.0.0', license: null };
  expect((await checkLicences([changed], root)).forbidden).toEqual(['unionfs@1.0.0: Unlicense']);
});

test('the sources contain no font: the bundled ones come from packages', async () => {
  const files = await readdir(path.join(root, 'src'), { recursive: true });
  expect(files.filter((file) => /\.(ttf|otf|woff2?)$/i.test(file))).toEqual([]);
});

test('a package runs a script at installation only if package.json names it, and every name is one', () => {
  const withScript = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = new Set(withScript.map(([folder]) => nameOf(folder)));
  expect(new Set(Object.keys(manifest.allowScripts))).toEqual(names);
});

/** The version range of a dependency that is installed under another name: `npm:@scope/name@^1.0.0`. */
const withoutAlias = (range: string) => range.replace(/^npm:(@[a-z\d.-]+\/)?[a-z\d.-]+@/, '');

test('the lock file pins every package by its hash, from the public registry alone', () => {
  expect(locked.length).toBeGreaterThan(500);
  const loose = locked.filter(
    ([, { integrity = '', resolved = 'https://registry.npmjs.org/' }]) =>
      !integrity.startsWith('sha512-') || !resolved.startsWith('https://registry.npmjs.org/'),
  );
  expect(loose).toEqual([]);
  const asked = Object.values({ ...manifest.dependencies, ...manifest.devDependencies }).map(withoutAlias);
  expect(asked.filter((range) => !/^\^?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))).toEqual([]);
});
