import path from 'node:path';
import { benchAccept } from './accept.bench.ts';
import { benchBulk } from './bulk.bench.ts';
import { benchEngine } from './engine.bench.ts';
import { benchEnumeration } from './enumeration.bench.ts';
import { benchFairness } from './fair.bench.ts';
import { benchHttp } from './http.bench.ts';
import { benchLarge } from './large.bench.ts';
import { benchMemory } from './memory.bench.ts';
import { benchRows } from './rows.bench.ts';
import { benchRun, benchThroughput } from './run.bench.ts';
import { benchStamp } from './stamp.bench.ts';
import { benchStart } from './start.bench.ts';
import { type Figure, printFigures } from './statistics.ts';
import { benchStorage } from './storage.bench.ts';
import { benchTopology } from './topology.bench.ts';
import { benchTraces } from './traces.bench.ts';

/**
 * npm run bench [-- accept run …] [form.pdf …]: runs each bench and its peer on this machine. The benches of the stamping
 * engine and of bulk stamping take further forms. A bench with `byName` needs more than npm installs, or takes long, and
 * runs only if it is named.
 */
interface Bench {
  title: string;
  measure: (forms: string[]) => Promise<Figure[]>;
  byName?: boolean;
}
const benches: Record<string, Bench> = {
  start: { title: 'Start', measure: benchStart },
  accept: { title: 'Accepting a webhook', measure: benchAccept },
  http: { title: 'Pages and lists', measure: benchHttp },
  enumeration: { title: 'Log-ins that fail', measure: benchEnumeration },
  run: { title: 'From webhook to document', measure: benchRun },
  throughput: { title: 'Runs at full load', measure: benchThroughput },
  large: { title: 'The largest graph and a long loop', measure: benchLarge },
  fair: { title: 'A flood of one account beside single events of another', measure: benchFairness },
  engine: { title: 'The stamping engine', measure: benchEngine },
  bulk: { title: 'Bulk stamping over HTTP', measure: benchBulk },
  stamp: { title: 'The example over HTTP', measure: benchStamp },
  rows: { title: 'A million rows beside a thousand', measure: benchRows, byName: true },
  memory: { title: 'Memory at rest', measure: benchMemory, byName: true },
  storage: { title: 'Documents in a folder and on an S3 server', measure: benchStorage, byName: true },
  traces: { title: 'Runs with and without traces', measure: benchTraces, byName: true },
  topology: { title: 'Several workers, servers of their own', measure: benchTopology, byName: true },
};

const args = process.argv.slice(2);
const forms = args.filter((arg) => arg.endsWith('.pdf')).map((file) => path.resolve(file));
const wanted = args.filter((arg) => !arg.endsWith('.pdf'));
const unknown = wanted.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  throw new Error(`No bench named ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
}
for (const [name, { title, measure, byName = false }] of Object.entries(benches)) {
  if (wanted.includes(name) || (wanted.length === 0 && !byName)) printFigures(title, await measure(forms));
}
