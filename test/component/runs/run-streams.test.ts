import type { Readable } from 'node:stream';
import { pino } from 'pino';
import {
  createRunStreams,
  type RunStreamsDependencies,
} from '../../../src/modules/runs/stream/run-streams.ts';
import type { CurrentUser } from '../../../src/modules/users/current-user.ts';
import { until } from '../../support/until.ts';

const user = { id: 1, publicId: 'usr_1' } as CurrentUser;
const wanted = { user, workflowId: 'wrk_1', runId: 'run_1', lastEventId: null };

/** A run under observation: its statuses one after the other, then always the last one. */
function watched(...statuses: string[]) {
  const seen = { looks: 0 };
  const get = async () => {
    const status = statuses[Math.min(seen.looks++, statuses.length - 1)];
    return { status } as Awaited<ReturnType<RunStreamsDependencies['runs']['get']>>;
  };
  const users = { findEnabled: async () => user };
  return { seen, deps: { runs: { get }, users, logger: pino({ level: 'silent' }) } };
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

test('a slow client receives the whole end after any number of keep-alive comments', async () => {
  const { deps } = watched('COMPLETED');
  const stream = await createRunStreams(deps, { heartbeatMs: 1 }).open(wanted);
  await until(() => stream.readableLength > 0);
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await until(() => ticks > 5);
  clearInterval(timer);
  expect(await textOf(stream)).toMatch(/"COMPLETED".*\n\nevent: end\ndata: \{\}\n\n$/);
});

test('a slow client receives a skipped record once it reads, although nothing changes', async () => {
  const { deps, seen } = watched('RUNNING', 'RUNNING', 'WAITING');
  const streams = createRunStreams(deps);
  const stream = await streams.open(wanted);
  await until(() => seen.looks > 3);
  let text = '';
  stream.on('data', (chunk) => (text += String(chunk)));
  await until(() => text.includes('"WAITING"'));
  streams.close();
  stream.destroy();
});

test('the stream ends if the run can no longer be read', async () => {
  const { deps, seen } = watched('RUNNING');
  const { get } = deps.runs;
  // The first look is the request, the second the first record of the stream.
  deps.runs.get = async () => {
    if (seen.looks === 2) throw new Error('The run was deleted.');
    return get();
  };
  const text = await textOf(await createRunStreams(deps).open(wanted));
  expect(text).toContain('"RUNNING"');
  expect(text).not.toContain('event: end');
});

test('of many that come at once no more are opened than an account may have', async () => {
  const { deps } = watched('RUNNING');
  const streams = createRunStreams(deps);
  const opened = await Promise.allSettled(Array.from({ length: 30 }, () => streams.open(wanted)));
  const rejected = opened.filter(({ status }) => status === 'rejected');
  for (const each of opened) if (each.status === 'fulfilled') each.value.destroy();
  expect(rejected).toHaveLength(10);
});
