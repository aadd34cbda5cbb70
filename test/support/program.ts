import path from 'node:path';
import { type RunningParts, readRunningParts } from '../../src/dev/data-folder.ts';
import { type NodeProgram, runNodeProgram } from './node-program.ts';
import { until } from './until.ts';

const main = path.join(import.meta.dirname, '..', '..', 'src', 'main.ts');

export interface RunningProgram extends NodeProgram {
  url: string;
  parts(): Promise<RunningParts>;
  ready(): Promise<boolean>;
}

/**
 * Starts the whole program as a user would; it need not come up. On a server that others use it needs a task queue of its
 * own: on the default one the worker of another test would take its runs and find none of them in its database.
 */
export function startMain(env: Readonly<Record<string, string>>): NodeProgram {
  if (env.TEMPORAL_ADDRESS !== undefined && env.TEMPORAL_TASK_QUEUE === undefined)
    throw new Error('A program with TEMPORAL_ADDRESS needs a TEMPORAL_TASK_QUEUE of its own.');
  return runNodeProgram({ file: main, env: { PORT: '0', ADMIN_PASSWORD: 'correct horse', ...env } });
}

/** Starts the whole program and waits until it is ready. */
export async function runMain(env: { DATA_DIR: string } & Record<string, string>): Promise<RunningProgram> {
  const program = startMain(env);
  const url = /http:\S+$/.exec(JSON.parse(await program.line(/ready at/)).msg)?.[0] ?? '';
  const running = {
    ...program,
    url,
    parts: () => readRunningParts(env.DATA_DIR),
    ready: async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200,
  };
  await until(running.ready).catch((error: unknown) => {
    program.kill('SIGTERM');
    throw error;
  });
  return running;
}
