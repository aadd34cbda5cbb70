import { logIn } from '../../../../src/client/client.ts';
import { createFixture } from '../../chaos/fixture.ts';
import { admin, type Topology } from '../start-topology.ts';
import { killEachPart } from './kills.ts';
import { doMainJob } from './main-job.ts';
import { restartUnderLoad } from './rolling-restart.ts';
import { checkAll } from './settle.ts';

export interface ProofOptions {
  folder: string;
  /** Between two events. */
  everyMs: number;
  say: (line: string) => void;
}

/** Everything the compose file promises, tried on its services. Answers what was wrong; nothing is good. */
export async function runProofs(
  topology: Topology,
  { folder, everyMs, say }: ProofOptions,
): Promise<string[]> {
  const [baseUrl = ''] = topology.apis.map(({ url }) => url);
  const api = await logIn({ baseUrl }, admin);
  const { path } = await createFixture(api);

  await topology.temporal.runJobs();
  say('the schema job and the set-up job ran again, as a second `docker compose up` has them');

  say('rolling restart: each process is replaced while requests come');
  const rolled = await restartUnderLoad(topology, { path, everyMs, firstSeq: 1_000_001, say });
  say(
    `asked ${JSON.stringify(rolled.requests)}, ${rolled.faults.length} faults, 202 within ${rolled.p99.toFixed(0)} ms (p99)`,
  );
  for (const [fault, times] of countEach(rolled.faults)) say(`${times} x ${fault}`);

  say('kills: each process is killed while events come');
  const killed = await killEachPart(topology, { path, everyMs, say });
  const { problems, ...counts } = await checkAll(topology, {
    sentEvents: [...rolled.sentEvents, ...killed],
    folder,
  });
  say(`both together: ${JSON.stringify(counts)}`);

  say(`main job: ${await doMainJob(topology, folder)}`);
  return [...rolled.faults, ...problems];
}

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
