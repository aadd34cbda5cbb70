import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { downloadEnv } from '../../config.ts';
import { hasCode } from '../../infra/error-code.ts';

/** One way to get the Temporal program. */
export interface Source {
  /** For progress lines and the final message, such as `the official archive`. */
  readonly name: string;
  /** Path of the program. Throws an error that says why this source does not work. */
  get(context: SourceContext): Promise<string>;
}

export interface SourceContext {
  /** The settings this part of the program reads. */
  cliPath: string | undefined;
  /** Folder for downloads, outside the data folder. */
  cacheDir: string;
  /** Called with progress lines for the operator. */
  onProgress: (line: string) => void;
}

/** `<platform>-<arch>` of this machine, as the pinned hashes are keyed. */
export const PLATFORM = `${process.platform}-${process.arch}`;

/** SHA-256 of a file in lower-case hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** Throws unless the file has the hash it must have. */
export async function checkHash(file: string, expected: string): Promise<void> {
  const actual = await hashFile(file);
  if (actual !== expected) {
    throw new Error(`its SHA-256 is ${actual} instead of ${expected}, so it was not run`);
  }
}

export interface Command {
  command: string;
  args: readonly string[];
  timeoutMs: number;
}

/** Runs a program and returns its output. Throws an error with the last line of its error output. */
export async function runCommand({ command, args, timeoutMs }: Command): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, [...args], {
      timeout: timeoutMs,
      maxBuffer: 16 * 1024 * 1024,
      env: downloadEnv(),
    });
    return stdout;
  } catch (error) {
    throw new Error(explain(command, error), { cause: error });
  }
}

function explain(command: string, error: unknown): string {
  if (hasCode(error, 'ENOENT')) return `there is no \`${command}\``;
  const { killed, stderr, message } = error as { killed?: boolean; stderr?: string; message?: string };
  if (killed) return `\`${command}\` took too long`;
  return stderr?.trim().split('\n').at(-1) || message || String(error);
}

/** True when `version` (`1.10.2`) is not older than `oldest`. */
export function isAtLeast(version: string, oldest: string): boolean {
  const [have, want] = [version, oldest].map((text) => text.split('.').map(Number));
  for (const [index, part] of (want ?? []).entries()) {
    const mine = have?.[index] ?? 0;
    if (mine !== part) return mine > part;
  }
  return true;
}
