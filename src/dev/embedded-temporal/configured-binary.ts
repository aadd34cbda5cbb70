import path from 'node:path';
import { OLDEST_CLI } from './pins.ts';
import { isAtLeast, runCommand, type Source } from './source.ts';

/** The program named by TEMPORAL_CLI_PATH. */
export const configuredBinary: Source = {
  name: 'TEMPORAL_CLI_PATH',
  async get({ cliPath }) {
    if (cliPath === undefined) throw new Error('not set');
    await checkVersion(cliPath);
    return cliPath;
  },
};

/** A `temporal` on PATH. */
export const programOnPath: Source = {
  name: '`temporal` on PATH',
  async get() {
    const program = await runCommand({
      command: '/bin/sh',
      args: ['-c', 'command -v temporal || true'],
      timeoutMs: 10_000,
    });
    if (!path.isAbsolute(program.trim())) throw new Error('there is none');
    await checkVersion(program.trim());
    return program.trim();
  },
};

async function checkVersion(program: string): Promise<void> {
  const said = await runCommand({ command: program, args: ['--version'], timeoutMs: 10_000 });
  const version = /version v?(\d+\.\d+\.\d+)/.exec(said)?.[1];
  if (version === undefined) throw new Error(`${program} does not report its version`);
  if (!isAtLeast(version, OLDEST_CLI)) {
    throw new Error(`${program} is version ${version}; ${OLDEST_CLI} or newer is required`);
  }
}
