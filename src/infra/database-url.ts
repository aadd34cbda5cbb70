import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';

/** The TLS options of a database URL, which the ORM does not read. */
interface DatabaseUrl {
  /** For the driver; `false`: no TLS. */
  ssl: ConnectionOptions | false;
  /** The problem of the URL and its fix. Never contains the URL itself. */
  problems: string[];
}

const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
/** libpq's name for the certificate authorities of the system. */
const KNOWN_AUTHORITIES = 'system';

/**
 * Reads `sslmode`, `sslrootcert`, `sslcert` and `sslkey` of a PostgreSQL URL as libpq does (PostgreSQL documentation,
 * "SSL Support"): `require` encrypts without checking the server's identity, `verify-ca` checks its authority,
 * `verify-full` also its name. Without `sslmode` nothing is encrypted.
 */
export function readDatabaseUrl(url: string): DatabaseUrl {
  const problems: string[] = [];
  const { searchParams: given, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  for (const name of given.keys()) {
    if (name.startsWith('ssl') && name !== 'sslmode' && !(name in FILES)) {
      problems.push(
        `${name} is not supported; use sslmode=verify-full, with sslrootcert=/path for a certificate authority of your own`,
      );
    }
  }
  const mode = given.get('sslmode');
  const files = Object.entries(FILES).filter(([name]) => given.has(name));
  if (mode === null) {
    if (files.length > 0)
      problems.push('sslmode is required with certificates; for example sslmode=verify-full');
    return { ssl: false, problems };
  }
  if (!MODES.includes(mode)) {
    problems.push(`sslmode must be one of ${MODES.join(', ')}`);
  }
  if (given.has('sslcert') !== given.has('sslkey')) problems.push('sslcert and sslkey must be set together');
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
  // The driver does not pass an IP address to TLS, which would then check the certificate for `localhost`.
  else if (isIP(host)) ssl.checkServerIdentity = (_, peer) => checkServerIdentity(host, peer);
  return { ssl, problems };
}
