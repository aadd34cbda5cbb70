import { loadConfig, settingsSchema } from '../../../src/config.ts';
import { findUnknownSettings } from '../../../src/infra/unknown-settings.ts';

const settings = Object.keys(settingsSchema.properties);
const findMisspelt = (env: Record<string, string>) => findUnknownSettings(env, settings);

test.each([
  ['JWT_SECRTE', 'JWT_SECRET'],
  ['JWT_SECRETS', 'JWT_SECRET'],
  ['jwt_secret', 'JWT_SECRET'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['STORAGEURL', 'STORAGE_URL'],
  ['RETENTION_DAY', 'RETENTION_DAYS'],
  ['TEMPORAL_ADRESS', 'TEMPORAL_ADDRESS'],
])('%s is asked about', (name, meant) => {
  const found = findMisspelt({ [name]: 'a secret value' });
  expect(found).toEqual([`${name} is not a setting; did you mean ${meant}?`]);
});

test('no setting is taken for another', () => {
  for (const name of settings) expect(findMisspelt({ [name]: 'x' })).toEqual([]);
});

test.each([
  ...[
    'PATH',
    'HOME',
    'HOSTNAME',
    'SHELL',
    'NODE_OPTIONS',
    'LANGUAGE',
    'LOGNAME',
    'USER',
    'PWD',
    'SHLVL',
    'TERM',
  ],
  ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION', 'AWS_SESSION_TOKEN', 'AWS_PROFILE'],
  ...[
    'TEMPORAL_API_KEY',
    'TEMPORAL_PROFILE',
    'TEMPORAL_TLS',
    'TEMPORAL_TLS_SERVER_NAME',
    'TEMPORAL_CONFIG_FILE',
  ],
  ...['TEMPORAL_TLS_CLIENT_CERT', 'TEMPORAL_TLS_CLIENT_KEY', 'TEMPORAL_TLS_SERVER_CA_CERT'],
  ...['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME', 'KUBERNETES_SERVICE_HOST', 'KUBERNETES_PORT'],
  ...['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB', 'MALLOC_ARENA_MAX', 'HTTPS_PROXY', 'NO_PROXY'],
])('%s is none of ours', (name) => {
  expect(findMisspelt({ [name]: 'x' })).toEqual([]);
});

test('a name beside the setting itself belongs to another program', () => {
  expect(findMisspelt({ DATABASE_URI: 'x', DATABASE_URL: 'postgres://x@127.0.0.1/x' })).toEqual([]);
});

test('the settings know of them, and of nothing when all is well', () => {
  expect(loadConfig({ LOG_LEVLE: 'debug' }).unknownSettings).toEqual([expect.stringContaining('LOG_LEVEL')]);
  expect(loadConfig({ LOG_LEVEL: 'debug' }).unknownSettings).toEqual([]);
});
