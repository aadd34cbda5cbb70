import path from 'node:path';
import { judgeLicences } from './judge-licences.ts';
import { findShippedPackages } from './shipped-packages.ts';

/** Lists the licences of everything that ships. Ends with 1 when something may not. */
const root = path.join(import.meta.dirname, '../..');
const { byLicence, refused } = await judgeLicences(await findShippedPackages(root), root);
const sorted = [...byLicence].toSorted(([, one], [, other]) => other.length - one.length);
for (const [license, titles] of sorted) {
  console.log(`${license} (${titles.length})\n  ${[...new Set(titles)].toSorted().join('\n  ')}`);
}
if (refused.length > 0) {
  console.error(`These may not ship:\n  ${refused.join('\n  ')}`);
  process.exitCode = 1;
}
