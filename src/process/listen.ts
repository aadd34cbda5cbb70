import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { USUAL_PORT } from '../config.ts';
import { findFreePort } from '../dev/free-port.ts';
import { hasCode } from '../infra/error-code.ts';
import type { Logger } from '../infra/logger.ts';

/** Requests that still run get this long; then their connections are cut. */
const DRAIN_MS = 8_000;

/** A web server, framework or not, as starting and ending it needs it. */
export interface WebServer {
  server: Server;
  listen(address: { host: string; port: number }): Promise<unknown>;
  /** Takes no new connection; resolves when the last one has ended. */
  close(): Promise<unknown>;
}

/** A plain server of Node's. */
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

export interface ListenOptions {
  web: WebServer;
  host: string;
  /** Undefined: the usual port, or any other where somebody has that. */
  port: number | undefined;
  /** Which setting the port is from; PORT by default. */
  setting?: string;
  logger: Logger;
}

/** Listens and answers the address people use. Throws when the port asked for is taken, with what to do. */
export async function listen({ web, host, port, setting = 'PORT', logger }: ListenOptions): Promise<string> {
  const chosen = port ?? (await findFreePort(USUAL_PORT));
  await web.listen({ host, port: chosen }).catch((error) => refuse({ error, host, port: chosen, setting }));
  if (port === undefined && chosen !== USUAL_PORT) {
    logger.warn(`port ${USUAL_PORT} is taken; serving on ${chosen} (PORT chooses another)`);
  }
  return addressOf({ host, port: (web.server.address() as AddressInfo).port });
}

/**
 * Throws when nobody could listen there now, with what to do: before anything else is started, since a person waits.
 * Another program may still take the port meanwhile; `listen` says the same then.
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
    refuse({ error, host, port: port ?? 0, setting: 'PORT' });
  }
}

interface Refusal {
  error: unknown;
  host: string;
  port: number;
  setting: string;
}

function refuse({ error, host, port, setting }: Refusal): never {
  if (hasCode(error, 'EADDRINUSE')) {
    throw new Error(
      `Port ${port} on ${host} is taken. Set ${setting} to another one, or to 0 for any that is free.`,
    );
  }
  if (hasCode(error, 'EACCES')) {
    throw new Error(`Port ${port} on ${host} is not allowed to this user. Set ${setting} to one above 1023.`);
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].some((code) => hasCode(error, code))) {
    throw new Error(
      `HOST ${host} is no address of this machine. Set it to 127.0.0.1 (this machine alone) or 0.0.0.0 (all networks).`,
    );
  }
  throw error;
}

/** Lets running requests end, and cuts those that take too long. */
export async function drain({ server, close }: WebServer): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await close();
  clearTimeout(cut);
}

function addressOf({ host, port }: { host: string; port: number }): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
