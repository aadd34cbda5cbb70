import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../../config.ts';
import { DomainError } from '../../errors.ts';
import { createLogger } from '../../infra/logger.ts';
import { type Command, type CommandArgs, CommandFailed, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { openSession } from './session.ts';

/**
 * npm run admin -- <command>: commands for operators. They use the settings of the service, which may be running or
 * stopped. Exit codes: 0; 1 when the command failed or found a problem; 2 for a wrong command line, nothing changed.
 */
async function main(args: readonly string[]): Promise<number> {
  const [name = '--help', ...rest] = args;
  if (name === '--help') return print(usage());
  const command = commands.get(name);
  if (command === undefined) throw new UsageError(`Unknown command: ${name}`);
  if (rest.includes('--help')) return print([usageOf(name, command)]);
  const parsed = parseCommandArgs(command, rest);
  const config = loadConfig();
  const logger = createLogger({ ...config, LOG_LEVEL: 'warn' });
  const session = await openSession(config, logger);
  try {
    return print(await command.run(session, parsed));
  } finally {
    await session.close();
  }
}

function parseCommandArgs(command: Command, args: string[]): CommandArgs {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: command.options ?? {},
      allowPositionals: true,
    });
    return { operands: positionals, options: values as CommandArgs['options'] };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function usage(): string[] {
  const lines = [...commands].map(([name, command]) => usageOf(name, command));
  return ['Usage: npm run admin -- <command>, with the settings of the service', ...lines];
}

function usageOf(name: string, { operands, summary }: Command): string {
  return `  ${`${name} ${operands}`.trim()}\n      ${summary}`;
}

function print(lines: readonly string[]): 0 {
  for (const each of lines) console.log(each);
  return 0;
}

function printError(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n${usage().join('\n')}`);
    return 2;
  }
  if (error instanceof CommandFailed) {
    for (const each of error.lines) console.error(each);
    return 1;
  }
  if (!(error instanceof Error)) throw error;
  // Expected errors say what to do; for any other, the stack shows where it happened.
  const isExpected =
    error.constructor === Error || error instanceof DomainError || error instanceof ConfigError;
  console.error(isExpected ? error.message : error.stack);
  return 1;
}

process.exitCode = await main(process.argv.slice(2)).catch(printError);
