import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  type ClientConfigProfile,
  type ConfigDataSource,
  loadClientConfigProfile,
} from '@temporalio/envconfig';
import { hasCode } from '../error-code.ts';
import type { TemporalSecurity } from './connection-options.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A Temporal cluster by Temporal's own environment configuration. */
interface ClusterSettings {
  address: string | undefined;
  namespace: string | undefined;
  security: TemporalSecurity;
  /** The problems of the settings and their fixes. They never contain a secret. */
  problems: string[];
}

const nothing = { address: undefined, namespace: undefined, security: {} };
/** Settings that select a cluster. Without one of them the embedded server is used and the file in the home folder is ignored. */
const PLACES = ['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'];

/**
 * Reads Temporal's variables and file (https://docs.temporal.io/develop/environment-configuration); blank ones count as not
 * set. Also reports mistakes that Temporal's library ignores.
 */
export function readClusterSettings(env: Environment): ClusterSettings {
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]): [string, string][] => {
      // A blank header removes the one of the file.
      const isKept = value !== undefined && (value.trim() !== '' || name.startsWith('TEMPORAL_GRPC_META_'));
      return isKept ? [[name, value.trim()]] : [];
    }),
  );
  if (!PLACES.some((name) => name in given)) return { ...nothing, problems: findStray(given) };
  const problems = findIgnored(given);
  let profile: ClientConfigProfile;
  try {
    profile = loadClientConfigProfile({ overrideEnvVars: given });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ...nothing,
      problems: [
        ...problems,
        `The settings of Temporal cannot be read (${reason}); check TEMPORAL_CONFIG_FILE, ` +
          'TEMPORAL_PROFILE and TEMPORAL_TLS_…',
      ],
    };
  }
  const { address, namespace, apiKey, grpcMeta, tls } = profile;
  if (address === undefined) problems.push('TEMPORAL_ADDRESS: must be given, the profile has no address');
  if (address !== undefined && !/^[^\s/]+$/.test(address)) {
    problems.push(`TEMPORAL_ADDRESS: must be host:port without https://, got ${JSON.stringify(address)}`);
  }
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    problems.push('TEMPORAL_API_KEY: contains blanks or line breaks; set only the key');
  }
  if (tls?.disabled && (apiKey !== undefined || tls.clientCert || tls.clientKey)) {
    problems.push('TEMPORAL_TLS: is off, and a key or certificate is given; leave one of them out');
  }
  const files = readFiles(tls, problems);
  const isOn = tls === undefined ? apiKey !== undefined : tls.disabled !== true;
  return {
    address,
    namespace,
    problems,
    security: {
      ...(apiKey !== undefined && { apiKey }),
      ...(grpcMeta !== undefined && { metadata: grpcMeta }),
      ...(isOn && {
        tls: {
          ...(tls?.serverName !== undefined && { serverNameOverride: tls.serverName }),
          ...(files.ca !== null && { serverRootCACertificate: files.ca }),
          ...(files.certificate !== null &&
            files.key !== null && { clientCertPair: { crt: files.certificate, key: files.key } }),
        },
      }),
    },
  };
}

/** Settings of a cluster without an address. */
function findStray(given: Environment): string[] {
  const stray = Object.keys(given).filter((name) => /^TEMPORAL_(API_KEY$|TLS|GRPC_META_)/.test(name));
  if (stray.length === 0) return [];
  return [
    `TEMPORAL_ADDRESS: must be given with ${stray.join(', ')}; or remove them to use the embedded server`,
  ];
}

/** Mistakes that the library ignores or misreads. */
function findIgnored(given: Environment): string[] {
  const problems: string[] = [];
  const { TEMPORAL_TLS, TEMPORAL_CONFIG_FILE } = given;
  if (TEMPORAL_TLS !== undefined && !['true', 'false', '1', '0'].includes(TEMPORAL_TLS)) {
    problems.push(`TEMPORAL_TLS: must be true or false, got ${JSON.stringify(TEMPORAL_TLS)}`);
  }
  if (['1', 'true'].includes(given.TEMPORAL_TLS_DISABLE_HOST_VERIFICATION ?? '')) {
    problems.push(
      'TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: servers are always checked; ' +
        'give the authority in TEMPORAL_TLS_SERVER_CA_CERT_PATH and the name in TEMPORAL_TLS_SERVER_NAME',
    );
  }
  if (TEMPORAL_CONFIG_FILE !== undefined && !existsSync(TEMPORAL_CONFIG_FILE)) {
    problems.push(`TEMPORAL_CONFIG_FILE: there is no file ${TEMPORAL_CONFIG_FILE}`);
  }
  return problems;
}

interface TlsFiles {
  ca: Buffer | null;
  certificate: Buffer | null;
  key: Buffer | null;
}

function readFiles(tls: ClientConfigProfile['tls'], problems: string[]): TlsFiles {
  const ca = read({ name: 'TEMPORAL_TLS_SERVER_CA_CERT', source: tls?.serverCACert, problems });
  const certificate = read({ name: 'TEMPORAL_TLS_CLIENT_CERT', source: tls?.clientCert, problems });
  const key = read({ name: 'TEMPORAL_TLS_CLIENT_KEY', source: tls?.clientKey, problems });
  if ((tls?.clientCert === undefined) !== (tls?.clientKey === undefined)) {
    problems.push(
      'TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH: both must be given, or none',
    );
  }
  const authority = parse('TEMPORAL_TLS_SERVER_CA_CERT', ca, problems);
  const own = parse('TEMPORAL_TLS_CLIENT_CERT', certificate, problems);
  for (const [name, found] of [
    ['TEMPORAL_TLS_SERVER_CA_CERT', authority],
    ['TEMPORAL_TLS_CLIENT_CERT', own],
  ] as const) {
    if (found !== null && found.validToDate.getTime() < Date.now()) {
      problems.push(`${name}: the certificate expired on ${found.validToDate.toISOString()}; renew it`);
    }
  }
  const secret = parseKey(key, problems);
  if (own !== null && secret !== null && !own.checkPrivateKey(secret)) {
    problems.push('TEMPORAL_TLS_CLIENT_KEY: is not the key of the certificate in TEMPORAL_TLS_CLIENT_CERT');
  }
  return { ca, certificate, key };
}

function read(options: {
  name: string;
  source: ConfigDataSource | undefined;
  problems: string[];
}): Buffer | null {
  const { name, source, problems } = options;
  if (source === undefined) return null;
  if ('data' in source) return Buffer.from(source.data);
  try {
    return readFileSync(source.path);
  } catch (error) {
    const reason = hasCode(error, 'ENOENT') ? 'there is no such file' : String(error);
    problems.push(`${name}_PATH: ${source.path} cannot be read (${reason})`);
    return null;
  }
}

function parse(name: string, pem: Buffer | null, problems: string[]): X509Certificate | null {
  if (pem === null) return null;
  try {
    return new X509Certificate(pem);
  } catch {
    problems.push(`${name}: is no certificate in PEM form (-----BEGIN CERTIFICATE-----)`);
    return null;
  }
}

function parseKey(pem: Buffer | null, problems: string[]): KeyObject | null {
  if (pem === null) return null;
  try {
    return createPrivateKey(pem);
  } catch {
    problems.push('TEMPORAL_TLS_CLIENT_KEY: is no private key in PEM form without a password');
    return null;
  }
}
