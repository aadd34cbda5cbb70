import type { FastifyBaseLogger } from 'fastify';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * The logger of one request, created with its first line: few requests log, and creating a child logger costs more than
 * handling most requests.
 */
export class RequestLogger {
  #logger: FastifyBaseLogger | null = null;
  readonly #make: () => FastifyBaseLogger;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get level(): string {
    return this.#made().level;
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }

  error(...line: unknown[]): void {
    this.#write('error', line);
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }

  info(...line: unknown[]): void {
    this.#write('info', line);
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }

  silent(): void {}

  child(...options: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#made().child(...options);
  }

  #write(level: Level, line: unknown[]): void {
    const logger = this.#made();
    Reflect.apply(logger[level], logger, line);
  }

  #made(): FastifyBaseLogger {
    this.#logger ??= this.#make();
    return this.#logger;
  }
}
