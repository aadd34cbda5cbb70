import type { ParseArgsOptionsConfig } from 'node:util';
import type { Session } from './session.ts';

/** The command line after the command's name. */
export interface CommandArgs {
  operands: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** One command of `npm run admin`. */
export interface Command {
  /** Shown after the name in the usage: `<email> [--password-stdin]`. */
  operands: string;
  /** One line for the usage, without a full stop. */
  summary: string;
  options?: ParseArgsOptionsConfig;
  /** Runs the command and returns the lines to print. Throws UsageError, CommandFailed or DomainError. */
  run(session: Session, args: CommandArgs): Promise<readonly string[]>;
}

/** The command line is wrong; nothing was changed. */
export class UsageError extends Error {}

/** The command ran and found a problem; `lines` describe it. */
export class CommandFailed extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines[0]);
    this.lines = lines;
  }
}

/** The only operand. Throws UsageError. */
export function onlyOperand({ operands }: CommandArgs, description: string): string {
  const [operand, ...more] = operands;
  if (operand === undefined || more.length > 0)
    throw new UsageError(`This command takes one operand: the ${description}.`);
  return operand;
}

/** Throws UsageError if there is an operand. */
export function requireNoOperands({ operands }: CommandArgs): void {
  if (operands.length > 0)
    throw new UsageError(`This command takes no operands, but got: ${operands.join(' ')}`);
}
