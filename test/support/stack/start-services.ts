import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Starts the process that holds the services of tests; the services themselves start on demand. */
export async function startServices(): Promise<{ holder: ChildProcess; url: string }> {
  const program = path.join(import.meta.dirname, 'stack-process.ts');
  const holder = spawn(process.execPath, [program], {
    // Its own process group: Ctrl-C ends the runner, and the holder cleans up when its pipe closes.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    // The runner's flags are not for it.
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
  });
  const [url] = await once(createInterface({ input: holder.stdout }), 'line');
  return { holder, url: String(url) };
}

/** Ends the services and waits until nothing of them is left. */
export async function stopServices(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null) return;
  holder.stdin?.end();
  await once(holder, 'exit');
}
