import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';

interface NamespaceAddress {
  /** `host:port` of its gRPC service. */
  address: string;
  namespace: string;
  withinMs: number;
}

/** True once Temporal serves the namespace; false when it does not within the time given. */
export async function becomesReady({ address, namespace, withinMs }: NamespaceAddress): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  // A gRPC client that finds the port closed waits a second before it looks again; a socket need not.
  while (!(await accepts(address))) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  const connection = Connection.lazy({ address, connectTimeout: '1s' });
  try {
    while (Date.now() < deadline) {
      try {
        await connection.withDeadline(Date.now() + 2_000, () =>
          connection.workflowService.describeNamespace({ namespace }),
        );
        return true;
      } catch {
        await delay(50);
      }
    }
    return false;
  } finally {
    await connection.close();
  }
}

async function accepts(address: string): Promise<boolean> {
  const [host = '127.0.0.1', port] = address.split(':');
  const socket = connect({ host, port: Number(port) });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
