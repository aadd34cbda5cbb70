import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A package that an installation without development packages holds. */
export interface ShippedPackage {
  /** Where it lies: node_modules/a/node_modules/b */
  folder: string;
  name: string;
  version: string;
  /** SPDX expression as the package says it; null when it does not. */
  license: string | null;
}

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
}

/** Everything that `npm ci --omit=dev` installs on any platform, by the lock file in `root`. */
export async function findShippedPackages(root: string): Promise<ShippedPackage[]> {
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(lock.packages)
    .filter(([folder, { dev }]) => folder !== '' && dev !== true)
    .map(([folder, { version = '', license }]) => ({
      ...{ folder, version, license: license ?? null },
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
    }));
}
