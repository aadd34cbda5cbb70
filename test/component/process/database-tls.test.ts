import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import type { EmbeddedPostgres } from '../../../src/dev/embedded-postgres/server.ts';
import { openDatabase } from '../../../src/process/database.ts';
import { testFolder } from '../../support/stack/stack.ts';
import { type Certificate, makeAuthority, makeCertificate } from '../../support/tls/certificates.ts';
import { startSecurePostgres } from '../../support/tls/secure-postgres.ts';

/** A PostgreSQL that takes encrypted connections alone. */
let server: EmbeddedPostgres;
const logger = pino({ level: 'silent' });

const folder = await testFolder('database-tls');
const authority = await makeAuthority('Authority');
const own = await makeCertificate({ authority, name: 'database.test', loopback: true });
server = await startSecurePostgres({ folder, certificate: own, logger });
await write('authority.pem', authority.cert);

afterAll(() => server.stop());

async function write(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

async function present(certificate: Certificate): Promise<void> {
  await server.stop();
  server = await startSecurePostgres({ folder, certificate, logger });
}

async function open(parameters: string): Promise<boolean> {
  const orm = await openDatabase({ url: `${server.url}${parameters}`, poolMax: 2, logger });
  const [row] = await orm.em
    .fork()
    .execute<{ ssl: boolean }[]>('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
  await orm.close();
  return row?.ssl ?? false;
}

test.each(['verify-full', 'verify-ca', 'require'])('sslmode=%s with its authority encrypts', async (mode) => {
  expect(await open(`?sslmode=${mode}&sslrootcert=${folder}/authority.pem`)).toBe(true);
});

test('sslmode=require alone encrypts, with any server', async () => {
  expect(await open('?sslmode=require')).toBe(true);
});

test('without sslmode the server that asks for TLS is not used, and the error says what to add', async () => {
  await expect(open('')).rejects.toThrow(/no encryption.*Add sslmode=verify-full to DATABASE_URL/);
});

test.each(['verify-full', 'verify-ca', 'require'])('sslmode=%s rejects another authority', async (mode) => {
  const other = await write('other.pem', (await makeAuthority('Other')).cert);
  await expect(open(`?sslmode=${mode}&sslrootcert=${other}`)).rejects.toThrow(
    /(self-signed|unable to verify).*Set the certificate of its authority/,
  );
});

test('sslmode=verify-full rejects an authority this machine does not know', async () => {
  await expect(open('?sslmode=verify-full')).rejects.toThrow(/(self-signed|unable to verify).*sslrootcert=/);
});

test('a certificate for another name is rejected by verify-full alone', async () => {
  await present(await makeCertificate({ authority, name: 'elsewhere.test' }));
  const parameters = `&sslrootcert=${folder}/authority.pem`;
  expect(await open(`?sslmode=verify-ca${parameters}`)).toBe(true);
  await expect(open(`?sslmode=verify-full${parameters}`)).rejects.toThrow(
    /does not match certificate.*Use a host name of its certificate in DATABASE_URL/,
  );
});

test('an expired certificate is rejected', async () => {
  await present(await makeCertificate({ authority, name: 'database.test', loopback: true, expired: true }));
  await expect(open(`?sslmode=verify-full&sslrootcert=${folder}/authority.pem`)).rejects.toThrow(
    /certificate has expired.*Renew the server's certificate/,
  );
});
