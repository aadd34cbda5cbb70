import type { PeerCertificate } from 'node:tls';
import { loadConfig } from '../../../src/config.ts';
import { readDatabaseUrl } from '../../../src/infra/database-url.ts';

const url = (parameters: string) => `postgresql://stamping:hidden@db.example.com/stamping${parameters}`;

test.each([
  ['', false],
  ['?sslmode=disable', false],
  ['?sslmode=require', { rejectUnauthorized: false }],
  ['?sslmode=verify-full', {}],
  ['?sslmode=verify-full&sslrootcert=system', {}],
  ['?sslmode=verify-ca', { checkServerIdentity: expect.any(Function) }],
])('%s', (parameters, ssl) => {
  expect(readDatabaseUrl(url(parameters))).toEqual({ ssl, problems: [] });
});

test('a certificate must be for the address in the URL', () => {
  const { ssl } = readDatabaseUrl('postgresql://stamping@10.0.0.7/stamping?sslmode=verify-full');
  const check = ssl === false ? undefined : ssl.checkServerIdentity;
  const peer = (subjectaltname: string) => ({ subject: {}, subjectaltname }) as PeerCertificate;
  expect(check?.('localhost', peer('IP Address:10.0.0.7'))).toBeUndefined();
  expect(check?.('localhost', peer('IP Address:10.0.0.8, DNS:localhost'))).toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

test.each([
  ['?sslmode=prefer', /sslmode must be one of disable, require, verify-ca, verify-full/],
  ['?ssl=true', /ssl is not supported; use sslmode=verify-full/],
  ['?sslrootcert=system', /sslmode is required/],
  ['?sslmode=verify-full&sslrootcert=/none.pem', /sslrootcert cannot be read \(.*ENOENT/],
  ['?sslmode=verify-full&sslcert=/none.pem', /sslcert and sslkey must be set together/],
])('%s is rejected at the start, without the password', (parameters, problem) => {
  let said = '';
  try {
    loadConfig({ DATABASE_URL: url(parameters) });
  } catch (error) {
    said = String(error);
  }
  expect(said).toMatch(/DATABASE_URL: /);
  expect(said).toMatch(problem);
  expect(said).not.toContain('hidden');
});
