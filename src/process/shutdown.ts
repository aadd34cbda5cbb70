import type { Logger } from '../infra/logger.ts';

/** After this time the process exits even if something hangs. Supervisors kill after 30 s. */
const FORCE_AFTER_MS = 28_000;
/** npm forwards a Ctrl-C that the terminal has already sent, so a second signal counts only after this time. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Shuts down gracefully on SIGTERM and SIGINT, and with exit code 1 on an uncaught error. A second signal exits
 * immediately. `close` returns whether everything closed cleanly.
 */
export function closeOnSignals({ logger, close }: { logger: Logger; close: () => Promise<boolean> }): void {
  let closingSince: number | undefined;
  const end = (why: string, exitCode: number) => {
    if (closingSince !== undefined) {
      if (Date.now() - closingSince < SAME_SIGNAL_MS) return;
      logger.warn(`${why} again: exiting immediately`);
      process.exit(1);
    }
    closingSince = Date.now();
    logger.info(`${why}: closing`);
    setTimeout(() => {
      logger.error('closing takes too long: exiting immediately');
      process.exit(1);
    }, FORCE_AFTER_MS).unref();
    close().then(
      (clean) => {
        logger.info('closed');
        process.exit(clean ? exitCode : 1);
      },
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(signal, 0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, 'uncaught error');
      if (closingSince === undefined) end(event, 1);
    });
  }
}
