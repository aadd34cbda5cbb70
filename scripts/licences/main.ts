/** npm run licences: lists the licences of all shipped packages. Exits with 1 if one may not be shipped. */
import path from 'node:path';
import { checkLicences } from './check-licences.ts';
import { findShippedPackages } from './shipped-packages.ts';

const root = path.join(import.meta.dirname, '../..');
const { byLicence, forbidden } = await checkLicences(await findShippedPackages(root), root);
const sorted = [...byLicence].toSorted(([, one], [, other]) => other.length - one.length);
for (const [license, titles] of sorted) {
  console.log(`${license} (${titles.length})\n  ${[...new Set(titles)].toSorted().join('\n  ')}`);
}
if (forbidden.length > 0) {
  console.error(`These packages may not be shipped:\n  ${forbidden.join('\n  ')}`);
  process.exitCode = 1;
}
