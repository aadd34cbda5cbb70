import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { USUAL_PORT } from '../config.ts';
import { findFreePort } from '../dev/free-port.ts';
import { hasCode } from '../infra/error-code.ts';
import type { Logger } from '../infra/logger.ts';

/** Running requests may take this long; then their connections are closed. */
const DRAIN_MS = 8_000;

/** A web server, with or without a framework. */
export interface WebServer {
  server: Server;
  listen(address: { host: string; port: number }): Promise<unknown>;
  /** Accepts no new connections; resolves when the last one has ended. */
  close(): Promise<unknown>;
}

export function plainServer(server: Server): WebServer {
  return {
    server,
    listen: (address) => once(server.listen(address), 'listening'),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

interface ListenOptions {
  web: WebServer;
  host: string;
  /** Undefined: the default port, or any other if that is in use. */
  port: number | undefined;
  /** The setting of the port; PORT by default. */
  setting?: string;
  logger: Logger;
}

/** Listens and returns the URL. Throws an error with advice when the port is in use. */
export async function listen({ web, host, port, setting = 'PORT', logger }: ListenOptions): Promise<string> {
  const chosen = port ?? (await findFreePort(USUAL_PORT));
  await web.listen({ host, port: chosen }).catch((error) => fail({ error, host, port: chosen, setting }));
  if (port === undefined && chosen !== USUAL_PORT) {
    logger.warn(`port ${USUAL_PORT} is in use; serving on ${chosen} (set PORT to choose one)`);
  }
  return addressOf({ host, port: (web.server.address() as AddressInfo).port });
}

/**
 * Throws an error with advice when the address is not usable now. Called before slow parts of the start; `listen` throws the
 * same error if another program takes the port in between.
 */
export async function checkAddress({
  host,
  port,
}: {
  host: string;
  port: number | undefined;
}): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ host, port: port ?? 0, exclusive: true }), 'listening');
    await promisify(server.close.bind(server))();
  } catch (error) {
    fail({ error, host, port: port ?? 0, setting: 'PORT' });
  }
}

interface ListenFailure {
  error: unknown;
  host: string;
  port: number;
  setting: string;
}

function fail({ error, host, port, setting }: ListenFailure): never {
  if (hasCode(error, 'EADDRINUSE')) {
    throw new Error(
      `Port ${port} on ${host} is in use. Set ${setting} to a different port, or to 0 for any free port.`,
    );
  }
  if (hasCode(error, 'EACCES')) {
    throw new Error(`This user may not use port ${port} on ${host}. Set ${setting} to a port above 1023.`);
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].some((code) => hasCode(error, code))) {
    throw new Error(
      `HOST ${host} is not an address of this machine. Set it to 127.0.0.1 (this machine only) or 0.0.0.0 (all networks).`,
    );
  }
  throw error;
}

/** Lets running requests end and closes the connections of those that take too long. */
export async function drain({ server, close }: WebServer): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await close();
  clearTimeout(cut);
}

function addressOf({ host, port }: { host: string; port: number }): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
