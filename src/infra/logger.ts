import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

export type { Logger } from 'pino';

const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.token',
  '*.refreshToken',
  '*.accessToken',
];

/** JSON lines on stdout; readable text when a terminal is attached. Never a secret, never a payload. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>): Logger {
  const options = { level: config.LOG_LEVEL, redact: SECRETS };
  if (!process.stdout.isTTY) return pino(options);
  return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
}
