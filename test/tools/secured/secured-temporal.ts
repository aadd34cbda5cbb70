import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Child, startChild } from '../../../src/dev/child.ts';
import { findFreePort } from '../../../src/dev/free-port.ts';
import type { TemporalEndpoint } from '../../../src/infra/temporal/connection-options.ts';
import { probeTemporal } from '../../../src/infra/temporal/probe.ts';
import type { Certificate } from '../../support/tls/certificates.ts';

interface SecuredTemporalOptions {
  program: string;
  /** Settings of the database, in the variables of the Temporal image. */
  environment: Readonly<Record<string, string>>;
  deployFolder: string;
  folder: string;
  authority: Certificate;
  /** Certificate of the server, also between its services. */
  server: Certificate;
  /** Certificate of an accepted client, for the readiness check. */
  client: Certificate;
}

export const SERVER_NAME = 'temporal.test';
const READY_MS = 240_000;

/** Starts the server with mutual TLS: both sides of each connection need a certificate of the authority. */
export async function startSecuredTemporal(
  options: SecuredTemporalOptions,
): Promise<{ address: string; server: Child }> {
  const { folder, authority, server, client } = options;
  const write = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text, { mode: 0o600 });
    return path.join(folder, name);
  };
  const [ca, cert, key] = [
    await write('authority.pem', authority.cert),
    await write('server.pem', server.cert),
    await write('server.key', server.key),
  ];
  const ports = await choosePorts();
  const lastLines: string[] = [];
  const child = await startChild({
    command: options.program,
    args: ['start'],
    env: {
      HOME: folder,
      LOG_LEVEL: 'warn',
      ...options.environment,
      ...ports,
      BIND_ON_IP: '127.0.0.1',
      DYNAMIC_CONFIG_FILE_PATH: path.join(options.deployFolder, 'dynamic-config.yaml'),
      TEMPORAL_TLS_REQUIRE_CLIENT_AUTH: 'true',
      TEMPORAL_TLS_SERVER_CA_CERT: ca,
      TEMPORAL_TLS_CLIENT1_CA_CERT: ca,
      TEMPORAL_TLS_CLIENT2_CA_CERT: ca,
      TEMPORAL_TLS_SERVER_CERT: cert,
      TEMPORAL_TLS_SERVER_KEY: key,
      TEMPORAL_TLS_FRONTEND_CERT: cert,
      TEMPORAL_TLS_FRONTEND_KEY: key,
      TEMPORAL_TLS_INTERNODE_SERVER_NAME: SERVER_NAME,
      TEMPORAL_TLS_FRONTEND_SERVER_NAME: SERVER_NAME,
    },
    cwd: folder,
    stopSignal: 'SIGTERM',
    onLine(line) {
      if (lastLines.push(line.slice(0, 300)) > 30) lastLines.shift();
    },
  });
  const address = `127.0.0.1:${ports.FRONTEND_GRPC_PORT}`;
  const serverAddress: TemporalEndpoint = {
    address,
    namespace: 'default',
    security: {
      tls: {
        serverNameOverride: SERVER_NAME,
        serverRootCACertificate: Buffer.from(authority.cert),
        clientCertPair: { crt: Buffer.from(client.cert), key: Buffer.from(client.key) },
      },
    },
  };
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const probe = await probeTemporal(serverAddress);
    if (probe.outcome === 'ready') return { address, server: child };
    if (probe.outcome === 'rejected' || Date.now() > deadline) {
      await child.stop();
      throw new Error(`The secured server is not ready (${JSON.stringify(probe)}):\n${lastLines.join('\n')}`);
    }
    await delay(500);
  }
}

/** Temporal stores ports as signed 16-bit integers, so the ports that the system assigns are too high. */
async function choosePorts(): Promise<Record<string, string>> {
  const ports: Record<string, string> = {};
  let port = 20_000 + (process.pid % 8_000);
  const services = ['FRONTEND', 'HISTORY', 'MATCHING', 'WORKER'];
  for (const name of services.flatMap((each) => [`${each}_GRPC_PORT`, `${each}_MEMBERSHIP_PORT`])) {
    while ((await findFreePort(port)) !== port) port += 1;
    ports[name] = String(port++);
  }
  return ports;
}
