import path from 'node:path';
import { benchAccept } from './accept.bench.ts';
import { benchBulk } from './bulk.bench.ts';
import { benchEngine } from './engine.bench.ts';
import { benchFairness } from './fair.bench.ts';
import { benchHttp } from './http.bench.ts';
import { benchRun, benchThroughput } from './run.bench.ts';
import { benchStamp } from './stamp.bench.ts';
import { benchStart } from './start.bench.ts';
import { type Figure, printFigures } from './statistics.ts';

/**
 * npm run bench [-- accept run …] [form.pdf …]: each bench beside its peer, in one run, on this machine. The benches
 * of the engine and of bulk stamping take further forms.
 */
const benches: Record<string, { title: string; measure: (forms: string[]) => Promise<Figure[]> }> = {
  start: { title: 'Start', measure: benchStart },
  accept: { title: 'Accepting a webhook', measure: benchAccept },
  http: { title: 'Pages and lists', measure: benchHttp },
  run: { title: 'From webhook to document', measure: benchRun },
  throughput: { title: 'Runs at full load', measure: benchThroughput },
  fair: { title: 'A flood of one account beside single events of another', measure: benchFairness },
  engine: { title: 'The stamping engine', measure: benchEngine },
  bulk: { title: 'Bulk stamping over HTTP', measure: benchBulk },
  stamp: { title: 'The example over HTTP', measure: benchStamp },
};

const args = process.argv.slice(2);
const forms = args.filter((arg) => arg.endsWith('.pdf')).map((file) => path.resolve(file));
const wanted = args.filter((arg) => !arg.endsWith('.pdf'));
const unknown = wanted.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  throw new Error(`No bench named ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
}
for (const [name, { title, measure }] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) printFigures(title, await measure(forms));
}
