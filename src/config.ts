import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { EMAIL, textMessages } from './http/schemas.ts';
import { usualCacheFolder } from './infra/cache-folder.ts';
import { readDatabaseUrl } from './infra/database-url.ts';
import { findFormatProblems, isWholeNumber } from './infra/setting-formats.ts';
import { readClusterSettings } from './infra/temporal/cluster-settings.ts';
import type { TemporalSecurity } from './infra/temporal/connection-options.ts';
import { readPayloadKeys } from './infra/temporal/payload-keys.ts';
import { findUnknownSettings } from './infra/unknown-settings.ts';
import { isWeakSecret } from './infra/weak-secret.ts';
import { findFontFileProblem, splitFontPaths } from './stamping/fonts/font-file.ts';

/**
 * The only code that reads the environment. Every setting has a row here and a line in `.env.example`; a test compares the
 * two. All wrong values are reported at once.
 */

const text = (fallback?: string) =>
  fallback === undefined ? Type.Optional(Type.String()) : Type.String({ default: fallback });
const count = (fallback: number, minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
  Type.Integer({ minimum, maximum, default: fallback });
const port = () => Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 }));
/** A text of this pattern. `form` is the error message. */
const formed = (pattern: string, form: string) => Type.String({ pattern, description: form });
const web = () => Type.Optional(formed('^https?://', 'must begin with http:// or https://'));

export const settingsSchema = Type.Object({
  NODE_ENV: Type.Enum(['development', 'production', 'test'], { default: 'development' }),
  ROLE: Type.Enum(['all', 'api', 'worker'], { default: 'all' }),
  HOST: text('127.0.0.1'),
  PORT: port(),
  BASE_URL: web(),
  DATA_DIR: text('.data'),
  CACHE_DIR: text(usualCacheFolder()),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  // The rules of the log-in, which must accept them.
  ADMIN_EMAIL: Type.String({ pattern: EMAIL, maxLength: 254, default: 'admin@example.com' }),
  ADMIN_PASSWORD: Type.Optional(Type.String({ minLength: 8, maxLength: 256 })),
  DATABASE_URL: Type.Optional(formed('^postgres(ql)?://', 'must begin with postgresql://')),
  DATABASE_POOL_MAX: count(10, 2),
  TEMPORAL_ADDRESS: text(),
  TEMPORAL_NAMESPACE: text('default'),
  TEMPORAL_UI_URL: web(),
  TEMPORAL_CLI_PATH: text(),
  TEMPORAL_TASK_QUEUE: text('stamping'),
  PAYLOAD_KEYS: text(''),
  CODEC_PORT: port(),
  STORAGE_URL: Type.Optional(formed('^(file|s3)://', 'must be file:///path or s3://bucket/prefix')),
  S3_ENDPOINT: web(),
  S3_ENCRYPTION: Type.Optional(Type.Enum(['AES256', 'aws:kms', 'aws:kms:dsse'])),
  S3_KMS_KEY_ID: text(),
  SMTP_URL: Type.Optional(formed('^smtps?://', 'must begin with smtp:// or smtps://')),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^@\\s<>]+@[^@\\s<>]+$',
      maxLength: 254,
      description: 'must be an e-mail address without a display name, such as no-reply@example.com',
    }),
  ),
  JWT_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  JWT_PREVIOUS_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  COOKIE_SECURE: Type.Boolean({ default: true }),
  CORS_ORIGINS: Type.String({
    pattern: '^(https?://[^\\s,/*]+(\\s*,\\s*https?://[^\\s,/*]+)*)?$',
    description: 'must be origins without a path, separated by commas, such as https://app.example.com',
    default: '',
  }),
  TRUST_PROXY: text(''),
  RATE_LIMIT_PER_MINUTE: count(100),
  WEBHOOK_RATE_LIMIT_PER_MINUTE: count(1000),
  AUTH_RATE_LIMIT_PER_MINUTE: count(20),
  WORKFLOW_MAILS_PER_DAY: count(1000),
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
  // At most a hundred years.
  RETENTION_DAYS: count(90, 1, 36_500),
  CRASH_AT: text(),
  METRICS_PORT: port(),
  OTEL_EXPORTER_OTLP_ENDPOINT: web(),
});

type Settings = Type.Static<typeof settingsSchema>;

/** The validated settings, with defaults, frozen. */
export interface Config extends Readonly<Settings> {
  /** TLS and API key of an external Temporal cluster, from Temporal's own environment configuration. */
  readonly temporalSecurity: TemporalSecurity;
  /** Warnings about names in the environment that are similar to settings. */
  readonly unknownSettings: readonly string[];
}

/** The settings with the addresses of embedded services. */
export type CompleteConfig = Config &
  Readonly<Required<Pick<Config, 'DATABASE_URL' | 'TEMPORAL_ADDRESS' | 'STORAGE_URL'>>>;

/** Lists every wrong setting. The message is for the operator who starts the program. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\nSee .env.example.`,
    );
    this.name = 'ConfigError';
  }
}

/** Reads the settings from the environment. A blank value counts as not set. Throws ConfigError. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given: Record<string, string> = {};
  for (const name of settingNames) {
    const value = env[name]?.trim();
    if (value !== undefined && value !== '') given[name] = value;
  }
  // Spaces around a password are part of it. A line break at its end comes from a file it was read from.
  if (given.ADMIN_PASSWORD !== undefined)
    given.ADMIN_PASSWORD = env.ADMIN_PASSWORD?.replace(/[\r\n]+$/, '') ?? '';
  // Paths are appended to it.
  if (given.BASE_URL !== undefined) given.BASE_URL = given.BASE_URL.replace(/\/+$/, '');
  const cluster = readClusterSettings(env);
  if (cluster.address !== undefined) given.TEMPORAL_ADDRESS = cluster.address;
  if (cluster.namespace !== undefined) given.TEMPORAL_NAMESPACE = cluster.namespace;
  const { settings, wrong } = convert(given);
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
  const problems = [...wrong].map(([name, problem]) => {
    return `${name}: ${problem}${secretNames.has(name) ? '' : `, got ${JSON.stringify(given[name])}`}`;
  });
  problems.push(...findFormatProblems(valid), ...cluster.problems, ...problemsBetween(given));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze({
    ...settings,
    temporalSecurity: cluster.security,
    unknownSettings: findUnknownSettings(env, settingNames),
  });
}

const settingNames = Object.keys(settingsSchema.properties) as (keyof Settings)[];

/** The settings converted by their schema, and the problem of each wrong one. */
function convert(given: Readonly<Record<string, string>>): {
  settings: Settings;
  wrong: Map<string, string>;
} {
  const settings = Value.Convert(settingsSchema, Value.Default(settingsSchema, { ...given })) as Settings;
  const wrong = new Map<string, string>();
  for (const error of Value.Errors(settingsSchema, settings)) {
    const name = error.instancePath.slice(1);
    wrong.set(name, problemText(error, name));
  }
  for (const [name, value] of Object.entries(given)) {
    if (schemaOf(name).type === 'integer' && !isWholeNumber(value)) wrong.set(name, 'must be a whole number');
  }
  return { settings, wrong };
}

function problemText(error: { keyword: string; message: string }, name: string): string {
  const { type, enum: values, pattern = '', description } = schemaOf(name);
  if (type === 'boolean') return 'must be true or false';
  if (error.keyword === 'enum' && values !== undefined) return `must be one of ${values.join(', ')}`;
  if (error.keyword !== 'pattern') return error.message;
  return description ?? textMessages[pattern] ?? error.message;
}

interface SettingSchema {
  type?: string;
  enum?: readonly string[];
  pattern?: string;
  description?: string;
}

function schemaOf(name: string): SettingSchema {
  return (settingsSchema.properties as Record<string, SettingSchema>)[name] ?? {};
}

/** Removes the secrets from the environment of this process, so that no library, thread or program inherits them. */
export function forgetSecrets(): void {
  for (const name of secretNames) delete process.env[name];
}

/** Paths, languages, proxies and the settings of pip and Go. */
const NEEDED_TO_DOWNLOAD =
  /^(PATH|HOME|USER|TMPDIR|LANG|LC_\w+|XDG_\w+|(HTTPS?|NO|ALL)_PROXY|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|PIP_\w+|VIRTUAL_ENV|GO[A-Z0-9]+|CC|CXX|CGO_\w+)$/i;

/** The environment of the programs that download and build the embedded Temporal server: nothing of this service. */
export function downloadEnv(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED_TO_DOWNLOAD.test(name)));
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
    problems.push(
      'JWT_SECRET: is required in production, at least 32 characters (create one: openssl rand -base64 48)',
    );
  }
  if (given.NODE_ENV === 'production' && isWeakSecret(String(given.JWT_SECRET ?? ''))) {
    problems.push('JWT_SECRET: is easy to guess; use a random secret (create one: openssl rand -base64 48)');
  }
  if (given.JWT_PREVIOUS_SECRET !== undefined && given.JWT_PREVIOUS_SECRET === given.JWT_SECRET) {
    problems.push('JWT_PREVIOUS_SECRET: is the same as JWT_SECRET; remove it');
  }
  problems.push(...findSharedPorts(given));
  if (given.CRASH_AT !== undefined && given.NODE_ENV !== 'test') {
    problems.push('CRASH_AT: is for tests (NODE_ENV=test); remove it');
  }
  if (URL.canParse(String(given.DATABASE_URL))) {
    const { problems: wrong } = readDatabaseUrl(String(given.DATABASE_URL));
    problems.push(...wrong.map((problem) => `DATABASE_URL: ${problem}`));
  }
  if (given.CODEC_PORT !== undefined && given.PAYLOAD_KEYS === undefined) {
    problems.push('CODEC_PORT: decrypts payloads with PAYLOAD_KEYS; set PAYLOAD_KEYS, or remove CODEC_PORT');
  }
  const { problems: keyProblems } = readPayloadKeys(String(given.PAYLOAD_KEYS ?? ''));
  problems.push(...keyProblems.map((problem) => `PAYLOAD_KEYS: ${problem}`));
  for (const file of splitFontPaths(String(given.STAMP_FONTS ?? ''))) {
    const problem = findFontFileProblem(file);
    if (problem !== null) problems.push(`STAMP_FONTS: ${problem}`);
  }
  return problems;
}

/** Finds ports that two settings share. 0 means any free port. */
function findSharedPorts(given: Readonly<Record<string, unknown>>): string[] {
  const takers = new Map<number, string>([[Number(given.PORT ?? USUAL_PORT), 'PORT']]);
  return ['METRICS_PORT', 'CODEC_PORT'].flatMap((name) => {
    const port = Number(given[name] ?? 0);
    const taker = takers.get(port);
    if (taker === undefined) takers.set(port, name);
    return taker === undefined || port === 0
      ? []
      : [`${name}: is the same as ${taker}; set a different port`];
  });
}

/** The port of the API when PORT is not set. */
export const USUAL_PORT = 3000;

/** A random secret: 256 bits, base64url. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url');
}
