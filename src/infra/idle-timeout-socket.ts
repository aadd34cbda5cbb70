import { Socket } from 'node:net';

/**
 * An unconnected socket that fails with ETIMEDOUT when it is idle for `silenceMs`. Without it, a lost machine or a server
 * that hangs is noticed only after the system's own timeout, about fifteen minutes.
 */
export function createIdleTimeoutSocket(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    socket.destroy(
      Object.assign(new Error(`The connection was idle for ${silenceMs / 1000} s.`), { code: 'ETIMEDOUT' }),
    );
  });
  return socket;
}
