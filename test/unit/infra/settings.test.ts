import { loadConfig } from '../../../src/config.ts';
import { isWholeNumber } from '../../../src/infra/setting-formats.ts';

const SECRET = 's3cr3t';
const errorOf = (env: Record<string, string>): string => {
  try {
    loadConfig(env);
    return '';
  } catch (error) {
    return String(error);
  }
};

test.each([
  ['DATABASE_URL', `postgresql://user:${SECRET}#x@db.example.com:5432/stamping`],
  ['DATABASE_URL', `postgresql://user:${SECRET}/x@db.example.com/stamping`],
  ['DATABASE_URL', `postgresql://user:x@${SECRET}/y@db.example.com/stamping`],
  ['DATABASE_URL', `postgresql://user:${SECRET}%zz@db.example.com/stamping`],
  ['DATABASE_URL', `postgresql://user:${SECRET}@db.example.com:port/stamping`],
  ['DATABASE_URL', `postgresql://user:${SECRET}@db.example.com`],
  ['SMTP_URL', `smtp://user:${SECRET}#x@mail.example.com:25`],
  ['SMTP_URL', `smtp://user:${SECRET}@mail.example.com:99999`],
  ['SMTP_URL', `smtp://user:${SECRET}%zz@mail.example.com`],
  ['BASE_URL', `https://user:${SECRET}@forms.example.com`],
  ['BASE_URL', `https://forms.example.com?token=${SECRET}`],
])('%s=%s is rejected by name at the start, and not repeated', (name, value) => {
  const rejection = errorOf({ [name]: value });
  expect(rejection).toContain(`- ${name}: `);
  expect(rejection).not.toContain(SECRET);
});

test.each([
  ...['BASE_URL', 'S3_ENDPOINT', 'TEMPORAL_UI_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'CORS_ORIGINS'].flatMap(
    (name) => [`${name}=http://[`, `${name}=http://a:99999`, `${name}=ftp://a`],
  ),
  ...['STORAGE_URL=file://host/x', 'STORAGE_URL=file:///', 'STORAGE_URL=s3://', 'STORAGE_URL=s3:///prefix'],
  ...['TRUST_PROXY=garbage', 'TRUST_PROXY=true', 'TRUST_PROXY=1', 'TRUST_PROXY=10.0.0.0/33'],
  ...['TRUST_PROXY=10.0.0.0/0', 'TRUST_PROXY=::/129', 'TRUST_PROXY=10.0.0.1, '.concat('x')],
  ...['ADMIN_EMAIL=a,b@x', `ADMIN_EMAIL=${'x'.repeat(250)}@example.com`],
  ...['RETENTION_DAYS=999999', 'COOKIE_SECURE=no'],
])('%s is rejected', (setting) => {
  const [name = '', value = ''] = setting.split(/=(.*)/s);
  expect(errorOf({ [name]: value })).toContain(`- ${name}: `);
});

test.each([
  { DATABASE_URL: 'postgresql://user:p%23x%40@db.example.com:5432/stamping?sslmode=require' },
  { DATABASE_URL: 'postgresql:///stamping?host=/run/postgresql' },
  { SMTP_URL: 'smtps://user:p%2Fx@mail.example.com' },
  { STORAGE_URL: 'file:///a%20folder' },
  { STORAGE_URL: 's3://bucket' },
  { CORS_ORIGINS: 'https://a.example.com , http://localhost:5173' },
  { TRUST_PROXY: 'loopback, 10.0.0.0/8, 192.0.2.1, 192.0.2.0/255.255.255.0, fd00::/8, ::1' },
  { COOKIE_SECURE: '0' },
])('%j is taken', (env) => {
  expect(errorOf(env as Record<string, string>)).toBe('');
});

/** JavaScript makes numbers of these; half a request a minute was no limit at all. */
test.each(['0.5', 'true', 'false', '1e3', '0x50', '-1', '+1', '3000.5', '1 000', 'Infinity', '9'.repeat(20)])(
  '%s is no whole number',
  (text) => {
    expect(isWholeNumber(text)).toBe(false);
    expect(errorOf({ RATE_LIMIT_PER_MINUTE: text })).toContain(
      'RATE_LIMIT_PER_MINUTE: must be a whole number',
    );
  },
);

test('the error for a number outside its bounds names the bound', () => {
  expect(errorOf({ PORT: '70000' })).toContain('PORT: must be <= 65535, got "70000"');
  expect(errorOf({ DATABASE_POOL_MAX: '1' })).toContain('DATABASE_POOL_MAX: must be >= 2');
});

test('the error lists the possible values', () => {
  expect(errorOf({ ROLE: 'API' })).toContain('ROLE: must be one of all, api, worker, got "API"');
  expect(errorOf({ COOKIE_SECURE: 'yes' })).toContain('COOKIE_SECURE: must be true or false');
  expect(errorOf({ STORAGE_URL: '/srv/files' })).toContain('must be file:///path or s3://bucket/prefix');
  expect(errorOf({ BASE_URL: 'forms.example.com' })).toContain('must begin with http:// or https://');
});

test('no two servers of a process are to have one port, the usual one included', () => {
  const PAYLOAD_KEYS = 'plain';
  const same = [
    [{ PORT: '4000', METRICS_PORT: '4000' }, 'METRICS_PORT: is the same as PORT'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT: is the same as PORT'],
    [{ PORT: '4000', CODEC_PORT: '4000', PAYLOAD_KEYS }, 'CODEC_PORT: is the same as PORT'],
    [{ METRICS_PORT: '4000', CODEC_PORT: '4000', PAYLOAD_KEYS }, 'CODEC_PORT: is the same as METRICS_PORT'],
  ] as const;
  for (const [env, problem] of same) expect(errorOf(env)).toContain(problem);
  expect(errorOf({ PORT: '0', METRICS_PORT: '0', CODEC_PORT: '0', PAYLOAD_KEYS })).toBe('');
});

test('a password is taken with its blanks, and without the end of its line', () => {
  expect(loadConfig({ ADMIN_PASSWORD: ' correct horse ' }).ADMIN_PASSWORD).toBe(' correct horse ');
  expect(loadConfig({ ADMIN_PASSWORD: 'correct horse\r\n' }).ADMIN_PASSWORD).toBe('correct horse');
  expect(loadConfig({ ADMIN_PASSWORD: ' \n' }).ADMIN_PASSWORD).toBeUndefined();
});

test('paths are put behind BASE_URL with one slash between', () => {
  expect(loadConfig({ BASE_URL: 'https://forms.example.com/' }).BASE_URL).toBe('https://forms.example.com');
  expect(loadConfig({ BASE_URL: 'https://example.com/app//' }).BASE_URL).toBe('https://example.com/app');
});
