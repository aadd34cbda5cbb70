import { recordGolden } from './golden.ts';
import { recordHistories } from './histories.ts';

const USAGE = `npm run record -- histories [scenario …]   workflow histories of real runs, into test/fixtures/workflow-histories
npm run record -- golden [scene …]         reference pictures of filled forms, into test/fixtures/golden`;

/** Records the fixtures that tests compare with. Exits with 2 for an unknown kind of fixture. */
const recorders = new Map([
  ['histories', recordHistories],
  ['golden', recordGolden],
]);
const [kind = '', ...names] = process.argv.slice(2);
const record = recorders.get(kind);
if (record === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await record(names);
}
