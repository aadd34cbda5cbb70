import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runChaos, type TopologyName, topologies } from './run-chaos.ts';

/**
 * npm run tool -- chaos [--kills 40 --engine-losses 1 --seed 1 --topology all|split --every 100 --verbose]: posts events at a
 * steady pace, each of which fills a document and mails it, while the processes of the service are killed and paused,
 * its folder and the mail server refuse, and Temporal's data is deleted; then compares what senders were told with what
 * there is. Ends with 1 when anything is lost, doubled or wrong, and keeps the folder.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    topology: { type: 'string' },
    'engine-losses': { type: 'string', default: '1' },
    every: { type: 'string', default: '100' },
    verbose: { type: 'boolean', default: false },
  },
});
const number = (name: 'kills' | 'engine-losses' | 'seed' | 'every', least = 1) => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < least) {
    throw new Error(`--${name} is a whole number, ${least} or more.`);
  }
  return value;
};
const isTopology = (name: string): name is TopologyName => Object.hasOwn(topologies, name);
const names = values.topology === undefined ? Object.keys(topologies) : [values.topology];
const verbose = values.verbose ? (line: string) => console.error(line) : () => {};

for (const topology of names) {
  if (!isTopology(topology)) throw new Error(`--topology is ${Object.keys(topologies).join(' or ')}.`);
  const folder = await mkdtemp(path.join(tmpdir(), 'chaos-'));
  const seed = number('seed');
  const { faults, findings, answers, seconds } = await runChaos({
    topology,
    folder,
    kills: number('kills'),
    engineLosses: number('engine-losses', 0),
    seed,
    everyMs: number('every'),
    mails: true,
    say: verbose,
  });
  const { problems, ...counts } = findings;
  const kills = Object.values(faults.kills).reduce((sum, count) => sum + count, 0);
  console.log(`\n${topology}, seed ${seed}: ${kills} kills in ${seconds.faults.toFixed(0)} s`);
  console.log(`  faults ${JSON.stringify(faults)}`);
  console.log(`  answers ${JSON.stringify(answers)}`);
  console.log(`  quiet after ${seconds.drain.toFixed(0)} s: ${JSON.stringify(counts)}`);
  for (const problem of problems.slice(0, 50)) console.log(`  PROBLEM ${problem}`);
  console.log(
    problems.length === 0 ? '  nothing lost, nothing doubled' : `  ${problems.length} problems, ${folder}`,
  );
  if (problems.length > 0) process.exitCode = 1;
  else await rm(folder, { recursive: true, force: true });
}
