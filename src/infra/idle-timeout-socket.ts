import { Socket } from 'node:net';

/**
 * A socket, not connected yet, that ends when nothing moves on it for `silenceMs`. A machine that is gone without a word,
 * or a server that stands still, would otherwise be waited for until the system gives up, a quarter of an hour later.
 */
export function createIdleTimeoutSocket(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    socket.destroy(
      Object.assign(new Error(`Nothing came for ${silenceMs / 1000} s.`), { code: 'ETIMEDOUT' }),
    );
  });
  return socket;
}
