import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { EMAIL, textMessages } from './http/schemas.ts';
import { readDatabaseUrl } from './infra/database-url.ts';
import { findMisspeltSettings } from './infra/misspelt-settings.ts';
import { readClusterSettings } from './infra/temporal/cluster-settings.ts';
import type { EngineSecurity } from './infra/temporal/connection-options.ts';
import { readPayloadKeys } from './infra/temporal/payload-keys.ts';
import { findFontFileProblem, splitFontPaths } from './stamping/fonts/font-file.ts';

/**
 * The only reader of the environment. Every setting has one row here and one line in `.env.example`
 * (a test compares the two). Bad values are reported all at once, each with what to do.
 */

const text = (fallback?: string) =>
  fallback === undefined ? Type.Optional(Type.String()) : Type.String({ default: fallback });
const count = (fallback: number, minimum = 0) => Type.Integer({ minimum, default: fallback });

export const settingsSchema = Type.Object({
  NODE_ENV: Type.Enum(['development', 'production', 'test'], { default: 'development' }),
  ROLE: Type.Enum(['all', 'api', 'worker'], { default: 'all' }),
  HOST: text('127.0.0.1'),
  PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535 })),
  BASE_URL: Type.Optional(Type.String({ pattern: '^https?://[^/]+' })),
  DATA_DIR: text('.data'),
  CACHE_DIR: text(path.join(homedir(), '.cache', 'stamping-service')),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  // An address that log-in takes, too.
  ADMIN_EMAIL: Type.String({ pattern: EMAIL, maxLength: 254, default: 'admin@example.com' }),
  ADMIN_PASSWORD: Type.Optional(Type.String({ minLength: 8, maxLength: 256 })),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  DATABASE_POOL_MAX: count(10, 2),
  TEMPORAL_ADDRESS: text(),
  TEMPORAL_NAMESPACE: text('default'),
  TEMPORAL_UI_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  TEMPORAL_CLI_PATH: text(),
  TEMPORAL_TASK_QUEUE: text('stamping'),
  PAYLOAD_KEYS: text(''),
  CODEC_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535 })),
  STORAGE_URL: Type.Optional(Type.String({ pattern: '^(file|s3)://' })),
  S3_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://' })),
  S3_ENCRYPTION: Type.Optional(Type.Enum(['AES256', 'aws:kms', 'aws:kms:dsse'])),
  S3_KMS_KEY_ID: text(),
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://' })),
  MAIL_FROM: Type.Optional(Type.String({ pattern: '^[^@\\s<>]+@[^@\\s<>]+$', maxLength: 254 })),
  JWT_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  JWT_PREVIOUS_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  COOKIE_SECURE: Type.Boolean({ default: true }),
  CORS_ORIGINS: Type.String({
    pattern: '^(https?://[^\\s,/*]+(\\s*,\\s*https?://[^\\s,/*]+)*)?$',
    default: '',
  }),
  TRUST_PROXY: text(''),
  RATE_LIMIT_PER_MINUTE: count(100),
  WEBHOOK_RATE_LIMIT_PER_MINUTE: count(1000),
  AUTH_RATE_LIMIT_PER_MINUTE: count(20),
  MAX_PDF_BYTES: count(25 * 1024 * 1024, 1024),
  MAX_PDF_PAGES: count(500, 1),
  MAX_TABLE_BYTES: count(25 * 1024 * 1024, 1024),
  MAX_TABLE_ROWS: count(200_000, 1),
  MAX_JSON_BYTES: count(1024 * 1024, 1024),
  MAX_STEPS_JSON_BYTES: count(512 * 1024, 1024),
  STAMPS_PER_ACCOUNT: count(2, 1),
  STAMP_THREADS: count(2, 1),
  STAMP_FONTS: text(''),
  SANDBOX_PROCESSES: count(2, 1),
  SANDBOX_TIMEOUT_SECONDS: count(30, 1),
  SANDBOX_MEMORY_MB: count(512, 128),
  DATA_NODES_AS: Type.Enum(['local-activities', 'activities'], { default: 'local-activities' }),
  RETENTION_DAYS: count(90, 1),
  CRASH_AT: text(),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535 })),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://[^/]+' })),
});

type Settings = Type.Static<typeof settingsSchema>;

/** The settings as the rest of the program sees them: complete, checked and frozen. */
export interface Config extends Readonly<Settings> {
  /** How to talk to a Temporal cluster of somebody's own, from Temporal's own environment configuration. */
  readonly engineSecurity: EngineSecurity;
  /** What is said of names that are nearly those of settings. */
  readonly misspelt: readonly string[];
}

/** The settings with nothing left open: what was not given has been started or derived. */
export type CompleteConfig = Config &
  Readonly<Required<Pick<Config, 'DATABASE_URL' | 'TEMPORAL_ADDRESS' | 'STORAGE_URL'>>>;

/** Thrown with every wrong setting named at once; the message is meant for the person who starts the program. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\nSee .env.example.`,
    );
    this.name = 'ConfigError';
  }
}

/** Reads settings from an environment. Blank values count as not set. Throws ConfigError. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(settingsSchema.properties)) {
    const value = env[name]?.trim();
    if (value !== undefined && value !== '') given[name] = value;
  }
  const cluster = readClusterSettings(env);
  if (cluster.address !== undefined) given.TEMPORAL_ADDRESS = cluster.address;
  if (cluster.namespace !== undefined) given.TEMPORAL_NAMESPACE = cluster.namespace;
  const settings = Value.Convert(settingsSchema, Value.Default(settingsSchema, given));
  const problems = Value.Errors(settingsSchema, settings).map((error) => {
    const name = error.instancePath.slice(1);
    const message = 'pattern' in error.params ? textMessages[String(error.params.pattern)] : undefined;
    return `${name}: ${message ?? error.message}${secretNames.has(name) ? '' : `, got ${JSON.stringify(given[name])}`}`;
  });
  problems.push(...cluster.problems, ...problemsBetween(given));
  if (problems.length > 0) throw new ConfigError(problems);
  const misspelt = findMisspeltSettings(env, Object.keys(settingsSchema.properties));
  return Object.freeze({ ...(settings as Settings), engineSecurity: cluster.security, misspelt });
}

const secretNames = new Set([
  'JWT_SECRET',
  'JWT_PREVIOUS_SECRET',
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'SMTP_URL',
  'PAYLOAD_KEYS',
]);

function problemsBetween(given: Readonly<Record<string, unknown>>): string[] {
  const problems: string[] = [];
  if (given.NODE_ENV === 'production' && given.JWT_SECRET === undefined) {
    problems.push('JWT_SECRET: must be given in production, 32 characters or more (openssl rand -base64 48)');
  }
  if (given.NODE_ENV === 'production' && isGuessable(String(given.JWT_SECRET ?? ''))) {
    problems.push('JWT_SECRET: is a text anybody would try first; make one (openssl rand -base64 48)');
  }
  if (given.JWT_PREVIOUS_SECRET !== undefined && given.JWT_PREVIOUS_SECRET === given.JWT_SECRET) {
    problems.push('JWT_PREVIOUS_SECRET: is the same as JWT_SECRET; leave it out');
  }
  if (Number(given.METRICS_PORT) > 0 && Number(given.METRICS_PORT) === Number(given.PORT)) {
    problems.push('METRICS_PORT: is the same as PORT; metrics need one of their own');
  }
  if (given.CRASH_AT !== undefined && given.NODE_ENV !== 'test') {
    problems.push('CRASH_AT: is for tests (NODE_ENV=test); leave it out');
  }
  if (URL.canParse(String(given.DATABASE_URL))) {
    const { problems: wrong } = readDatabaseUrl(String(given.DATABASE_URL));
    problems.push(...wrong.map((problem) => `DATABASE_URL: ${problem}`));
  }
  if (given.CODEC_PORT !== undefined && given.PAYLOAD_KEYS === undefined) {
    problems.push('CODEC_PORT: reads what PAYLOAD_KEYS encrypted; give those, or leave it out');
  }
  const { problems: keyProblems } = readPayloadKeys(String(given.PAYLOAD_KEYS ?? ''));
  problems.push(...keyProblems.map((problem) => `PAYLOAD_KEYS: ${problem}`));
  for (const file of splitFontPaths(String(given.STAMP_FONTS ?? ''))) {
    const problem = findFontFileProblem(file);
    if (problem !== null) problems.push(`STAMP_FONTS: ${problem}`);
  }
  return problems;
}

/** What examples and tutorials give as a secret, and texts made of a few characters. A missing one is told elsewhere. */
function isGuessable(secret: string): boolean {
  if (secret === '') return false;
  const plain = secret.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return new Set(secret).size < 8 || knownSecrets.some((known) => plain.includes(known));
}

const knownSecrets = [
  'changeme',
  'replaceme',
  'yoursecret',
  'yourjwtsecret',
  'your256bitsecret',
  'secretatleast256bits',
  'supersecret',
  'secretkey',
  'jwtsecret',
  '0123456789',
  'abcdefghij',
];

/** A secret for an installation that was given none. 256 bits, base64url. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url');
}
