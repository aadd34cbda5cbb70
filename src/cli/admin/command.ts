import type { ParseArgsOptionsConfig } from 'node:util';
import type { Session } from './session.ts';

/** What was given on the command line after the command's name. */
export interface Given {
  operands: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** One command of `npm run admin`. */
export interface Command {
  /** What follows the name: `<email> [--password-stdin]`. */
  operands: string;
  summary: string;
  options?: ParseArgsOptionsConfig;
  /** Does it and answers what to print. Throws WrongUsage, DomainError, or a fault. */
  run(session: Session, given: Given): Promise<readonly string[]>;
}

/** The command was called wrongly; nothing was done. */
export class WrongUsage extends Error {}

/** The only operand. Throws WrongUsage. */
export function getOnly({ operands }: Given, what: string): string {
  const [only, ...more] = operands;
  if (only === undefined || more.length > 0) throw new WrongUsage(`Give one ${what}.`);
  return only;
}

/** For commands without operands. Throws WrongUsage. */
export function requireNothing({ operands }: Given): void {
  if (operands.length > 0) throw new WrongUsage(`${operands.join(' ')}: this command takes nothing.`);
}

/** The command did its work and the answer is bad; `lines` say what it found. */
export class Failed extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines[0]);
    this.lines = lines;
  }
}
