/** Prints the rows of a table as JSON; run under a time zone by a test. */
import { readTable } from './read-all.ts';

const { rows } = await readTable(process.argv[2] ?? '');
process.stdout.write(JSON.stringify(rows));
