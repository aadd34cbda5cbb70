import { connect, isIP } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { Connection, isGrpcServiceError, type TLSConfig } from '@temporalio/client';
import { connectionOptions, type TemporalEndpoint } from './connection-options.ts';

/** The result of a connection attempt; `reason` is the message of the server or the network. */
export type Probe =
  | { outcome: 'ready' }
  /** `unreachable`: it may still start. `no namespace`: the namespace may still be created. `rejected`: waiting does not help. */
  | { outcome: 'unreachable' | 'no namespace' | 'rejected'; reason: string; advice: string };

const WITHIN_MS = 5_000;
const DEFAULT_PORT = 7233;
/** The start of an HTTP/2 connection: preface and empty settings. The first frame of a server is its settings. */
const GREETING = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
const FRAME_TYPE_AT = 3;
const SETTINGS = 4;

const CUT = 'it closed the connection';
const PLACE = 'Check TEMPORAL_ADDRESS, and TLS and API-key settings if the server needs them.';
const OWN_CERTIFICATE =
  'Give a certificate it accepts in TEMPORAL_TLS_CLIENT_CERT_PATH and its key in TEMPORAL_TLS_CLIENT_KEY_PATH.';

/** Permanent errors, by the codes of Node and OpenSSL. */
const PERMANENT: readonly [RegExp, string][] = [
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|CERT_(SIGNATURE_FAILURE|UNTRUSTED)|INVALID_CA/,
    'Give the certificate of the authority that signed its own in TEMPORAL_TLS_SERVER_CA_CERT_PATH.',
  ],
  [/CERT_(HAS_EXPIRED|NOT_YET_VALID)/, "Renew the server's certificate, or set this machine's clock."],
  [
    /ALTNAME_INVALID/,
    'Check TEMPORAL_ADDRESS, or give the name in its certificate in TEMPORAL_TLS_SERVER_NAME.',
  ],
  [/ALERT_(\w*CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/, OWN_CERTIFICATE],
  [/^NOT_HTTP2$/, 'Check TEMPORAL_ADDRESS; if it is right, the server may need TLS: TEMPORAL_TLS=true.'],
  [
    /^(ERR_SSL_|EPROTO$)/,
    'It seems not to speak TLS: check TEMPORAL_ADDRESS, or leave TEMPORAL_TLS… and TEMPORAL_API_KEY out.',
  ],
];

/**
 * Checks the server and the namespace. Makes the TLS and HTTP/2 handshakes itself first, because Temporal's client does not
 * report why a handshake failed. Takes at most seconds and never throws.
 */
export async function probeTemporal(place: TemporalEndpoint): Promise<Probe> {
  try {
    await greet(place);
  } catch (error) {
    return judgeGreeting(error, place);
  }
  const connection = Connection.lazy(connectionOptions(place));
  try {
    const { namespace } = place;
    await connection.withDeadline(Date.now() + WITHIN_MS, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
    return { outcome: 'ready' };
  } catch (error) {
    return judgeCall(error);
  } finally {
    await connection.close();
  }
}

/** Opens a connection as Temporal's client does and waits for the first frame of the server. */
async function greet({ address, security }: TemporalEndpoint): Promise<void> {
  const { hostname, port } = new URL(`http://${address}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  const place = { host, port: Number(port) || DEFAULT_PORT };
  const tls = typeof security?.tls === 'object' ? security.tls : null;
  const socket = tls ? connectTls({ ...place, ...tlsOptions(tls, host) }) : connect(place);
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no response within ${WITHIN_MS / 1000} s`)), WITHIN_MS);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error(CUT)));
      socket.once('data', (bytes: Buffer) => {
        if (bytes[FRAME_TYPE_AT] === SETTINGS) resolve();
        else reject(Object.assign(new Error('it does not speak HTTP/2'), { code: 'NOT_HTTP2' }));
      });
      socket.write(GREETING);
    });
  } finally {
    clearTimeout(timer);
    socket.on('error', () => {});
    socket.destroy();
  }
}

function tlsOptions(tls: TLSConfig, host: string): ConnectionOptions {
  const { serverNameOverride: name = host, serverRootCACertificate: ca, clientCertPair: own } = tls;
  return {
    ALPNProtocols: ['h2'],
    ...(isIP(name) === 0 && { servername: name }),
    ...(ca && { ca: Buffer.from(ca) }),
    ...(own && { cert: Buffer.from(own.crt), key: Buffer.from(own.key) }),
  };
}

function judgeGreeting(error: unknown, { security }: TemporalEndpoint): Probe {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const [, advice] = PERMANENT.find(([codes]) => codes.test(code)) ?? [];
  // OpenSSL puts the location of the error around its reason.
  const reason = /SSL routines:[^:]*:([^:]+)/.exec(message)?.[1] ?? (message || code);
  if (advice !== undefined) return { outcome: 'rejected', reason, advice };
  // A server that rejects the client certificate may just close the connection, but so does one that is stopping.
  const isCut = reason === CUT || code === 'ECONNRESET';
  return {
    outcome: 'unreachable',
    reason,
    advice: isCut && security?.tls ? `${PLACE} ${OWN_CERTIFICATE}` : PLACE,
  };
}

function judgeCall(error: unknown): Probe {
  if (!isGrpcServiceError(error)) return { outcome: 'unreachable', reason: String(error), advice: PLACE };
  const { code, details: reason } = error;
  // gRPC: NOT_FOUND 5, PERMISSION_DENIED 7, UNAUTHENTICATED 16.
  if (code === 5) {
    return {
      outcome: 'no namespace',
      reason,
      advice: 'Set TEMPORAL_NAMESPACE to one it has, or create it there.',
    };
  }
  if (code === 7 || code === 16) {
    const advice = 'Check that TEMPORAL_API_KEY or the client certificate is good for TEMPORAL_NAMESPACE.';
    return { outcome: 'rejected', reason, advice };
  }
  return { outcome: 'unreachable', reason, advice: PLACE };
}
