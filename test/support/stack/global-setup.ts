import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { keepHolder } from './global-holder.ts';

/** Starts the process that holds the services of this run; the services themselves start on demand. */
export default async function globalSetup(): Promise<void> {
  // Tests start the program often; Node keeps what it has compiled of it. A folder that is not writable is ignored.
  process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../../../node_modules/.cache/node');
  const program = path.join(import.meta.dirname, 'stack-process.ts');
  const holder = spawn(process.execPath, [program], {
    // Its own process group: Ctrl-C ends the runner, and the holder cleans up when its pipe closes.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    // The runner's flags are not for it.
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
  });
  const [url] = await once(createInterface({ input: holder.stdout }), 'line');
  process.env.TEST_STACK_URL = String(url);
  keepHolder(holder);
}
