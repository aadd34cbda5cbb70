import type { Logger } from '../infra/logger.ts';

/** After this long the process ends whatever still hangs; supervisors kill at 30 s. */
const FORCE_AFTER_MS = 28_000;
/** npm passes on a Ctrl-C that the terminal has sent us already; only a later one means it. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Ends the process in good order on SIGTERM and SIGINT, and with exit code 1 on an error nobody caught.
 * A second signal ends it at once. `close` answers whether everything closed as it should.
 */
export function closeOnSignals({ logger, close }: { logger: Logger; close: () => Promise<boolean> }): void {
  let closingSince: number | undefined;
  const end = (why: string, exitCode: number) => {
    if (closingSince !== undefined) {
      if (Date.now() - closingSince < SAME_SIGNAL_MS) return;
      logger.warn(`${why} again: ending at once`);
      process.exit(1);
    }
    closingSince = Date.now();
    logger.info(`${why}: closing`);
    setTimeout(() => {
      logger.error('closing takes too long: ending at once');
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
      logger.fatal({ err: error }, 'an error nobody caught');
      if (closingSince === undefined) end(event, 1);
    });
  }
}
