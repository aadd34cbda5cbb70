import { type Logger, pino } from 'pino';
import { describeError, isErrorLike } from './logged-error.ts';

export type { Logger } from 'pino';

const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.token',
  '*.refreshToken',
  '*.accessToken',
];

const serializers = {
  err: (error: unknown) => (isErrorLike(error) ? describeError(error) : typeof error),
};

/** JSON lines on stdout; readable text when a terminal is attached. Never contains secrets or customer data. */
export function createLogger(settings: { LOG_LEVEL: string }): Logger {
  const options = { level: settings.LOG_LEVEL, redact: SECRETS, serializers };
  if (!process.stdout.isTTY) return pino(options);
  return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
}
