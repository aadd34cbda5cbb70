import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { OptionError, parseCount } from '../options.ts';
import { type DeploymentName, deployments, runChaos } from './run-chaos.ts';

export const usage = `npm run tool -- chaos [options]
Posts events at a steady rate; each fills a document and mails it. Meanwhile processes are killed and paused, writes of
documents and mails fail, and the data of Temporal is deleted. Then compares the responses that the sender got with the
stored data. Exits with 1 if anything is lost, duplicated or wrong; the folder with all data then stays.

  --kills 40             number of processes to kill
  --temporal-losses 1    how often the data of Temporal is deleted
  --deployment NAME      all: one process; split: two APIs and two workers; both by default
  --every 100            milliseconds between two events
  --seed N               repeats the choice of faults, but not their exact moments
  --verbose              print the faults and the logs`;

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '40' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      deployment: { type: 'string' },
      'temporal-losses': { type: 'string', default: '1' },
      every: { type: 'string', default: '100' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const names = values.deployment === undefined ? Object.keys(deployments) : [values.deployment];
  let problemCount = 0;
  for (const deployment of names) {
    if (!isDeployment(deployment)) {
      throw new OptionError(`--deployment must be ${Object.keys(deployments).join(' or ')}.`);
    }
    const folder = await mkdtemp(path.join(tmpdir(), 'chaos-'));
    const seed = parseCount('--seed', values.seed, 0);
    const { faults, findings, responses, seconds } = await runChaos({
      deployment,
      folder,
      kills: parseCount('--kills', values.kills),
      temporalLosses: parseCount('--temporal-losses', values['temporal-losses'], 0),
      seed,
      intervalMs: parseCount('--every', values.every),
      mails: true,
      log: values.verbose ? (line) => console.error(line) : () => {},
    });
    const { problems, ...counts } = findings;
    const kills = Object.values(faults.kills).reduce((sum, count) => sum + count, 0);
    console.log(`\n${deployment}, seed ${seed}: ${kills} kills in ${seconds.faults.toFixed(0)} s`);
    console.log(`  faults ${JSON.stringify(faults)}`);
    console.log(`  responses by status ${JSON.stringify(responses)}`);
    console.log(`  all work ended after ${seconds.drain.toFixed(0)} s: ${JSON.stringify(counts)}`);
    for (const problem of problems.slice(0, 50)) console.log(`  PROBLEM ${problem}`);
    if (problems.length === 0) {
      console.log('  nothing lost, nothing duplicated');
      await rm(folder, { recursive: true, force: true });
    } else {
      console.log(`  ${problems.length} problems; the data is in ${folder}`);
      problemCount += problems.length;
    }
  }
  return problemCount === 0 ? 0 : 1;
}

function isDeployment(name: string): name is DeploymentName {
  return Object.hasOwn(deployments, name);
}
