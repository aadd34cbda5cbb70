import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  constants,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Certificate } from './certificates.ts';

interface SecureTemporalOptions {
  /** `host:port` of the real server behind it. */
  target: string;
  server: Certificate;
  /** Signed the certificates of clients that may enter; without it, clients need none. */
  clientAuthority?: Certificate;
  /** The only key that opens it, if any. */
  apiKey?: string;
  /** Default: any that is free. */
  port?: number;
}

export interface SecureTemporal {
  /** `127.0.0.1:port` */
  address: string;
  /** Headers of the calls that it let through, by method. */
  seen: Map<string, IncomingHttpHeaders>;
  close(): Promise<void>;
}

const UNAUTHENTICATED = '16';

/** TLS, client certificates and API keys in front of a real Temporal server, as a secured cluster has them. */
export async function startSecureTemporal(options: SecureTemporalOptions): Promise<SecureTemporal> {
  const { target, server, clientAuthority, apiKey, port = 0 } = options;
  const upstream = connect(`http://${target}`);
  upstream.on('error', () => {});
  const seen = new Map<string, IncomingHttpHeaders>();
  const sockets = new Set<Socket>();
  const gate = createSecureServer({
    key: server.key,
    cert: server.cert,
    ...(clientAuthority && { ca: clientAuthority.cert, requestCert: true, rejectUnauthorized: true }),
  });
  gate.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  gate.on('tlsClientError', () => {});
  gate.on('sessionError', () => {});
  gate.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`) {
      const rejection = { 'grpc-status': UNAUTHENTICATED, 'grpc-message': 'Request unauthorized.' };
      stream.respond(
        { ':status': 200, 'content-type': 'application/grpc', ...rejection },
        { endStream: true },
      );
      return;
    }
    seen.set(String(headers[':path']).split('/').at(-1) ?? '', headers);
    pass(stream, headers, upstream);
  });
  await once(gate.listen(port, '127.0.0.1'), 'listening');
  return {
    address: `127.0.0.1:${(gate.address() as AddressInfo).port}`,
    seen,
    async close() {
      for (const socket of sockets) socket.destroy();
      upstream.destroy();
      gate.close();
      await once(gate, 'close');
    },
  };
}

function pass(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, upstream: ClientHttp2Session): void {
  const request = upstream.request(headers);
  let trailers: IncomingHttpHeaders = {};
  request.on('error', () => stream.close(constants.NGHTTP2_CANCEL));
  request.on('trailers', (received) => {
    trailers = received;
  });
  request.on('response', (response, flags) => {
    if (stream.destroyed) return;
    const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    stream.respond(response, endStream ? { endStream } : { waitForTrailers: true });
    if (!endStream) request.pipe(stream);
  });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  stream.on('close', () => request.close(constants.NGHTTP2_CANCEL));
  stream.pipe(request);
}
