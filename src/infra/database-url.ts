import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';

/** What a database URL asks for that the ORM does not read from it. */
export interface DatabaseUrl {
  /** For the driver; `false`: no TLS. */
  ssl: ConnectionOptions | false;
  /** Every wrong part, each with what to do; none of them repeats the URL. */
  problems: string[];
}

const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
/** libpq's word for the authorities this program knows by itself. */
const KNOWN_AUTHORITIES = 'system';

/**
 * Reads `sslmode`, `sslrootcert`, `sslcert` and `sslkey` of a PostgreSQL URL as libpq does (PostgreSQL documentation,
 * "SSL Support"): `require` encrypts without checking who the server is, `verify-ca` checks its authority,
 * `verify-full` its name too. Without any of them nothing is encrypted.
 */
export function readDatabaseUrl(url: string): DatabaseUrl {
  const problems: string[] = [];
  const { searchParams: given, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  for (const name of given.keys()) {
    if (name.startsWith('ssl') && name !== 'sslmode' && !(name in FILES)) {
      problems.push(
        `${name} is not known; use sslmode=verify-full, with sslrootcert=/path if the authority is your own`,
      );
    }
  }
  const mode = given.get('sslmode');
  const files = Object.entries(FILES).filter(([name]) => given.has(name));
  if (mode === null) {
    if (files.length > 0)
      problems.push('sslmode must be given with certificates, such as sslmode=verify-full');
    return { ssl: false, problems };
  }
  if (!MODES.includes(mode)) {
    problems.push(`sslmode must be one of ${MODES.join(', ')}; one that may do without TLS is not offered`);
  }
  if (given.has('sslcert') !== given.has('sslkey')) problems.push('sslcert and sslkey go together');
  const ssl: ConnectionOptions = {};
  for (const [name, option] of files) {
    const file = given.get(name) ?? '';
    if (name === 'sslrootcert' && file === KNOWN_AUTHORITIES) continue;
    try {
      ssl[option] = readFileSync(file, 'utf8');
    } catch (error) {
      problems.push(`${name} cannot be read (${error instanceof Error ? error.message : String(error)})`);
    }
  }
  if (mode === 'disable') return { ssl: false, problems };
  const checksAuthority = mode !== 'require' || given.has('sslrootcert');
  if (!checksAuthority) ssl.rejectUnauthorized = false;
  else if (mode !== 'verify-full') ssl.checkServerIdentity = () => undefined;
  // Of an address the driver does not tell TLS, which would look for `localhost` in the certificate.
  else if (isIP(host)) ssl.checkServerIdentity = (_, peer) => checkServerIdentity(host, peer);
  return { ssl, problems };
}
