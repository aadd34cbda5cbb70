import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../../config.ts';
import { DomainError } from '../../errors.ts';
import { createLogger } from '../../infra/logger.ts';
import { type Command, Failed, type Given, WrongUsage } from './command.ts';
import { commands } from './commands.ts';
import { openSession } from './session.ts';

/**
 * npm run admin -- <command>: what operators do at the machine, with the settings of the service and whether it runs or
 * not. Ends with 0; 1 when it could not be done or the answer is bad; 2 for a wrong call, with nothing done.
 */
async function main(args: readonly string[]): Promise<number> {
  const [name = '--help', ...rest] = args;
  if (name === '--help') return print(usage());
  const command = commands.get(name);
  if (command === undefined) throw new WrongUsage(`There is no command ${name}.`);
  if (rest.includes('--help')) return print([line(name, command)]);
  const given = parse(command, rest);
  const config = loadConfig();
  const logger = createLogger({ ...config, LOG_LEVEL: 'warn' });
  const session = await openSession(config, logger);
  try {
    return print(await command.run(session, given));
  } finally {
    await session.close();
  }
}

function parse(command: Command, args: string[]): Given {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: command.options ?? {},
      allowPositionals: true,
    });
    return { operands: positionals, options: values as Given['options'] };
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

function usage(): string[] {
  const lines = [...commands].map(([name, command]) => line(name, command));
  return ['npm run admin -- <command>, with the settings of the service:', ...lines];
}

function line(name: string, { operands, summary }: Command): string {
  return `  ${`${name} ${operands}`.trim()}\n      ${summary}`;
}

function print(lines: readonly string[]): 0 {
  for (const each of lines) console.log(each);
  return 0;
}

function explain(error: unknown): number {
  if (error instanceof WrongUsage) {
    console.error(`${error.message}\n${usage().join('\n')}`);
    return 2;
  }
  if (error instanceof Failed) {
    for (const each of error.lines) console.error(each);
    return 1;
  }
  if (!(error instanceof Error)) throw error;
  // What we foresaw says itself what to do; anything else is a fault, and its stack is needed.
  const isForUsers =
    error.constructor === Error || error instanceof DomainError || error instanceof ConfigError;
  console.error(isForUsers ? error.message : error.stack);
  return 1;
}

process.exitCode = await main(process.argv.slice(2)).catch(explain);
