import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { type Given, WrongUsage } from './command.ts';

/** A password on the command line would stand in the shell's history and in the list of processes. */
export const passwordOptions = { 'password-stdin': { type: 'boolean' } } as const;

/** The first line of standard input, or a new one that is to be shown. Throws WrongUsage for one that no account may have. */
export async function readPassword({ options }: Given): Promise<{ password: string; lines: string[] }> {
  if (options['password-stdin'] !== true) {
    const password = randomBytes(18).toString('base64url');
    return { password, lines: [`The password, shown this once: ${password}`] };
  }
  const input = createInterface({ input: process.stdin });
  const { value: password } = await input[Symbol.asyncIterator]().next();
  input.close();
  if (typeof password !== 'string' || password.length < 8 || password.length > 256) {
    throw new WrongUsage('The first line of standard input is the password: 8 to 256 characters.');
  }
  return { password, lines: [] };
}
