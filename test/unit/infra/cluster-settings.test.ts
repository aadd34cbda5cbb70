import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import { makeAuthority, makeCertificate } from '../../support/tls/certificates.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'cluster-settings-'));
const authority = await makeAuthority('Authority');
const own = await makeCertificate({ authority, name: 'client.test' });
const expired = await makeCertificate({ authority, name: 'client.test', expired: true });
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

function rejection(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    return String(error);
  }
  throw new Error('It was not rejected.');
}

test('certificates, key, name and headers come from Temporal’s own variables, blank ones as not set', async () => {
  const config = loadConfig({
    TEMPORAL_ADDRESS: 'temporal.example.com:7233',
    TEMPORAL_NAMESPACE: 'forms.a1b2c',
    TEMPORAL_API_KEY: '',
    TEMPORAL_TLS_SERVER_CA_CERT_DATA: authority.cert,
    TEMPORAL_TLS_CLIENT_CERT_PATH: await write('client.pem', own.cert),
    TEMPORAL_TLS_CLIENT_KEY_PATH: await write('client.key', own.key),
    TEMPORAL_TLS_SERVER_NAME: 'inside.example.com',
    TEMPORAL_GRPC_META_TEAM: 'forms',
  });
  expect(config).toMatchObject({
    TEMPORAL_ADDRESS: 'temporal.example.com:7233',
    TEMPORAL_NAMESPACE: 'forms.a1b2c',
    temporalSecurity: {
      metadata: { team: 'forms' },
      tls: {
        serverNameOverride: 'inside.example.com',
        serverRootCACertificate: Buffer.from(authority.cert),
        clientCertPair: { crt: Buffer.from(own.cert), key: Buffer.from(own.key) },
      },
    },
  });
  expect(config.temporalSecurity).not.toHaveProperty('apiKey');
});

test('an API key turns TLS on', () => {
  const { temporalSecurity } = loadConfig({ TEMPORAL_ADDRESS: 'cloud:7233', TEMPORAL_API_KEY: 'key' });
  expect(temporalSecurity).toEqual({ apiKey: 'key', tls: {} });
});

test('a profile that was named gives address and namespace; the environment wins', async () => {
  const file = await write(
    'temporal.toml',
    '[profile.prod]\naddress = "prod:7233"\nnamespace = "prod.a1"\napi_key = "of the file"\n',
  );
  const env = { TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'prod', TEMPORAL_API_KEY: 'k' };
  expect(loadConfig(env)).toMatchObject({
    TEMPORAL_ADDRESS: 'prod:7233',
    TEMPORAL_NAMESPACE: 'prod.a1',
    temporalSecurity: { apiKey: 'k' },
  });
  expect(loadConfig({ ...env, TEMPORAL_NAMESPACE: 'other' }).TEMPORAL_NAMESPACE).toBe('other');
});

test('without a cluster named, the file in the home folder is not read', async () => {
  await write('ignored', '');
  const config = loadConfig({ HOME: folder, XDG_CONFIG_HOME: folder });
  expect(config.TEMPORAL_ADDRESS).toBeUndefined();
  expect(config.temporalSecurity).toEqual({});
});

test('every wrong setting is named at once, with what to do, and no secret is repeated', async () => {
  const said = rejection({
    TEMPORAL_ADDRESS: 'https://cloud.example.com',
    TEMPORAL_API_KEY: 'hidden key',
    TEMPORAL_TLS: 'yes',
    TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: 'true',
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: path.join(folder, 'missing.pem'),
    TEMPORAL_TLS_CLIENT_CERT_PATH: await write('expired.pem', expired.cert),
    TEMPORAL_TLS_CLIENT_KEY_PATH: await write('other.key', own.key),
    PORT: 'http',
  });
  for (const part of [
    'TEMPORAL_ADDRESS: must be host:port without https://, got "https://cloud.example.com"',
    'TEMPORAL_API_KEY: contains blanks',
    'TEMPORAL_TLS: must be true or false, got "yes"',
    'TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: servers are always checked',
    `TEMPORAL_TLS_SERVER_CA_CERT_PATH: ${path.join(folder, 'missing.pem')} cannot be read (there is no such file)`,
    'TEMPORAL_TLS_CLIENT_CERT: the certificate expired on',
    'TEMPORAL_TLS_CLIENT_KEY: is not the key of the certificate',
    'PORT: ',
  ]) {
    expect(said).toContain(`\n  - ${part}`);
  }
  expect(said).not.toContain('hidden key');
  expect(said).not.toContain('BEGIN');
});

test.each([
  [
    'a certificate without its key',
    () => ({ TEMPORAL_TLS_CLIENT_CERT_DATA: own.cert }),
    /both must be given/,
  ],
  ['a key without its certificate', () => ({ TEMPORAL_TLS_CLIENT_KEY_DATA: own.key }), /both must be given/],
  [
    'text and file of one thing',
    () => ({ TEMPORAL_TLS_CLIENT_CERT_DATA: own.cert, TEMPORAL_TLS_CLIENT_CERT_PATH: '/x' }),
    /Cannot specify both/,
  ],
  [
    'no certificate',
    () => ({ TEMPORAL_TLS_SERVER_CA_CERT_DATA: 'nothing' }),
    /SERVER_CA_CERT: is no certificate in PEM form/,
  ],
  [
    'no key',
    () => ({ TEMPORAL_TLS_CLIENT_CERT_DATA: own.cert, TEMPORAL_TLS_CLIENT_KEY_DATA: 'x' }),
    /CLIENT_KEY: is no private key/,
  ],
  [
    'an API key in the clear',
    () => ({ TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: 'k' }),
    /TEMPORAL_TLS: is off/,
  ],
  [
    'a file that is not there',
    () => ({ TEMPORAL_CONFIG_FILE: '/none.toml' }),
    /there is no file \/none\.toml/,
  ],
  ['a profile that is not there', () => ({ TEMPORAL_PROFILE: 'none' }), /Profile 'none' not found/],
])('%s is rejected', (_, env: () => Record<string, string>, message) => {
  expect(rejection({ TEMPORAL_ADDRESS: 'cluster:7233', ...env() })).toMatch(message);
});

test('a key for a cluster that is not configured is no reason to start a server of our own', () => {
  expect(rejection({ TEMPORAL_API_KEY: 'k' })).toContain(
    'TEMPORAL_ADDRESS: must be given with TEMPORAL_API_KEY',
  );
});
