import { logIn } from '../../../../src/client/client.ts';
import { createFixture } from '../../chaos/fixture.ts';
import { admin, type Topology } from '../start-topology.ts';
import { checkStoredData } from './check-stored-data.ts';
import { killEachPart } from './kills.ts';
import { doMainJob } from './main-job.ts';
import { restartUnderLoad } from './rolling-restart.ts';

interface CheckRunOptions {
  folder: string;
  /** Time between two events. */
  intervalMs: number;
  log: (line: string) => void;
}

/** Restarts and kills the processes under load and runs the main job. Returns the problems. */
export async function runChecks(
  topology: Topology,
  { folder, intervalMs, log }: CheckRunOptions,
): Promise<string[]> {
  const [baseUrl = ''] = topology.apis.map(({ url }) => url);
  const api = await logIn({ baseUrl }, admin);
  const { path } = await createFixture(api);

  await topology.temporal.runJobs();
  log('the schema job and the setup job ran again, as with a second `docker compose up`');

  log('rolling restart: each process restarts while requests arrive');
  const rolling = await restartUnderLoad(topology, { path, intervalMs, firstSeq: 1_000_001, log });
  log(
    `${JSON.stringify(rolling.requests)} requests, ${rolling.problems.length} problems, 202 within ${rolling.p99.toFixed(0)} ms (p99)`,
  );
  for (const [problem, times] of countEach(rolling.problems)) log(`${times} x ${problem}`);

  log('kills: each process is killed while events arrive');
  const killed = await killEachPart(topology, { path, intervalMs, log });
  const { problems, ...counts } = await checkStoredData(topology, {
    events: [...rolling.events, ...killed],
    folder,
  });
  log(`stored after both: ${JSON.stringify(counts)}`);

  log(`main job: ${await doMainJob(topology, folder)}`);
  return [...rolling.problems, ...problems];
}

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
