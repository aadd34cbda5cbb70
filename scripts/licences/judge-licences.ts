import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ShippedPackage } from './shipped-packages.ts';

/** Permissive licences: they ask for their text to be kept, and nothing of who uses the program. */
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

/** Packages that do not name their licence in SPDX's words: what their own file says, held to its words. */
const READ_BY_HAND: Readonly<Record<string, { license: string; file: string; words: string }>> = {
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

export interface Judgement {
  /** `name@version` by licence. */
  byLicence: Map<string, string[]>;
  /** What may not ship, each with what is wrong. */
  refused: string[];
}

/** Sorts packages by licence and names those that may not ship. `root` is the folder of node_modules. */
export async function judgeLicences(packages: readonly ShippedPackage[], root: string): Promise<Judgement> {
  const byLicence = new Map<string, string[]>();
  const refused: string[] = [];
  for (const each of packages) {
    const title = `${each.name}@${each.version}`;
    const byHand = READ_BY_HAND[each.name];
    const license = byHand === undefined ? each.license : byHand.license;
    const isFine =
      byHand === undefined
        ? isAllowed(each.license)
        : (await readFile(path.join(root, each.folder, byHand.file), 'utf8').catch(() => '')).includes(
            byHand.words,
          );
    if (!isFine) refused.push(`${title}: ${license ?? 'no licence'}`);
    byLicence.set(license ?? 'none', [...(byLicence.get(license ?? 'none') ?? []), title]);
  }
  return { byLicence, refused };
}

/** Whether one of the choices an SPDX expression leaves is made of allowed licences alone. */
export function isAllowed(expression: string | null): boolean {
  if (expression === null) return false;
  const choices = expression.replaceAll(/^\(|\)$/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((part) => ALLOWED.has(part)));
}
