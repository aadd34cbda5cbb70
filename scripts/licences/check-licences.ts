import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ShippedPackage } from './shipped-packages.ts';

/** Permissive licences, which only require that their text is included. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Packages without an SPDX expression. `words` must be in their licence file. */
const CHECKED_BY_TEXT: Readonly<Record<string, { license: string; file: string; words: string }>> = {
  'dejavu-fonts-ttf': {
    license: 'Bitstream-Vera',
    file: 'LICENSE',
    words: 'to reproduce and distribute the\nFont Software',
  },
  unionfs: {
    license: 'Unlicense',
    file: 'LICENSE',
    words: 'This is free and unencumbered software released into the public domain',
  },
};

interface LicenceReport {
  /** `name@version` by licence. */
  byLicence: Map<string, string[]>;
  /** Packages that may not be shipped, each with its licence. */
  forbidden: string[];
}

/** Groups packages by licence and lists those that may not be shipped. `root` contains node_modules. */
export async function checkLicences(
  packages: readonly ShippedPackage[],
  root: string,
): Promise<LicenceReport> {
  const byLicence = new Map<string, string[]>();
  const forbidden: string[] = [];
  for (const each of packages) {
    const title = `${each.name}@${each.version}`;
    const byText = CHECKED_BY_TEXT[each.name];
    const license = byText === undefined ? each.license : byText.license;
    const isAllowedToShip =
      byText === undefined
        ? isAllowed(each.license)
        : (await readFile(path.join(root, each.folder, byText.file), 'utf8').catch(() => '')).includes(
            byText.words,
          );
    if (!isAllowedToShip) forbidden.push(`${title}: ${license ?? 'no licence'}`);
    byLicence.set(license ?? 'none', [...(byLicence.get(license ?? 'none') ?? []), title]);
  }
  return { byLicence, forbidden };
}

/** Whether an alternative of an SPDX expression (`A OR B AND C`) consists of allowed licences only. */
export function isAllowed(expression: string | null): boolean {
  if (expression === null) return false;
  const choices = expression.replaceAll(/^\(|\)$/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((part) => ALLOWED.has(part)));
}
