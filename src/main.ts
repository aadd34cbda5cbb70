import { type Config, forgetSecrets, loadConfig } from './config.ts';
import { createLogger } from './infra/logger.ts';
import { createClosers } from './process/closers.ts';
import { startProgram } from './process/program.ts';
import { closeOnSignals } from './process/shutdown.ts';

/** Runs the program until a signal ends it. */
async function main(): Promise<void> {
  const config = loadOrExit();
  forgetSecrets();
  const logger = createLogger(config);
  for (const hint of config.unknownSettings) logger.warn(hint);
  const closers = createClosers(logger);
  closeOnSignals({ logger, close: closers.closeAll });
  try {
    await startProgram({ config, logger, closers });
  } catch (error) {
    // A signal ended the program during the start; it is already closing.
    if (closers.isClosing()) return logger.debug({ err: error }, 'the start was interrupted');
    const isForUsers = error instanceof Error && error.constructor === Error;
    // The message of an expected error says what to do. Other errors need their stack.
    logger.fatal(isForUsers ? {} : { err: error }, error instanceof Error ? error.message : String(error));
    await closers.closeAll();
    process.exit(1);
  }
}

function loadOrExit(): Config {
  try {
    return loadConfig();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

await main();
