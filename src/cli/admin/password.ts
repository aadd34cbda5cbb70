import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { type CommandArgs, UsageError } from './command.ts';

/** A password is never an argument: the shell's history and the process list would show it. */
export const passwordOptions = { 'password-stdin': { type: 'boolean' } } as const;

/** The first line of standard input, or a generated password with a line that shows it. Throws UsageError. */
export async function readPassword({ options }: CommandArgs): Promise<{ password: string; lines: string[] }> {
  if (options['password-stdin'] !== true) {
    const password = randomBytes(18).toString('base64url');
    return { password, lines: [`Password (shown only once): ${password}`] };
  }
  const input = createInterface({ input: process.stdin });
  const { value: password } = await input[Symbol.asyncIterator]().next();
  input.close();
  if (typeof password !== 'string' || password.length < 8 || password.length > 256) {
    throw new UsageError('The password, the first line of standard input, must have 8 to 256 characters.');
  }
  return { password, lines: [] };
}
