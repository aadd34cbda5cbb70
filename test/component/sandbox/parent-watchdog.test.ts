import { fork } from 'node:child_process';
import { once } from 'node:events';
import { childrenOf, withSandbox } from '../../support/sandbox/harness.ts';
import { isAlive, until } from '../../support/until.ts';

const PARENT = new URL('../../support/sandbox/parent-program.ts', import.meta.url);

test('a process ends when the service is killed, even in the middle of a job', async () => {
  await withSandbox({}, async ({ spoolInput, endlessFile }) => {
    const parent = fork(PARENT, [JSON.stringify(spoolInput(endlessFile()))], { execArgv: [], env: {} });
    await until(() => childrenOf(parent.pid ?? 0).length === 1);
    const [child = 0] = childrenOf(parent.pid ?? 0);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await until(() => !isAlive(child));
  });
});
