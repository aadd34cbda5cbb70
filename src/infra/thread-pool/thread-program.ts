import { parentPort, type Transferable } from 'node:worker_threads';
import { flushCompileCache } from '../compile-cache.ts';
import type { ThreadRequest, ThreadResponse } from './messages.ts';

interface ThreadProgram<Task, Notice = never> {
  perform: (task: Task) => unknown;
  /** Receives a message that has no response. */
  onNotice?: (notice: Notice) => void;
  /** Errors lose their class on the way to the pool, which restores it with `deserializeError`. */
  serializeError: (error: unknown) => unknown;
  /** Memory of a result that is transferred instead of copied. */
  transferOf?: (result: unknown) => Transferable[];
}

/** The main function of a thread of a pool. Tasks and notices are handled one after the other. */
export function runThreadProgram<Task, Notice = never>(program: ThreadProgram<Task, Notice>): void {
  const { perform, onNotice, serializeError, transferOf = () => [] } = program;
  const port = parentPort;
  if (port === null) throw new Error('This program runs in a worker thread.');
  const send = (response: ThreadResponse, transfer: Transferable[] = []) =>
    port.postMessage(response, transfer);

  const handle = async (request: ThreadRequest): Promise<void> => {
    if ('notice' in request) {
      onNotice?.(request.notice as Notice);
      return;
    }
    const { id, task } = request;
    try {
      const result = await perform(task as Task);
      send({ id, result }, transferOf(result));
    } catch (error) {
      send({ id, error: serializeError(error) });
    }
  };

  let last: Promise<void> = Promise.resolve();
  port.on('message', (request: ThreadRequest) => {
    // A task may be asynchronous; the next message must not overtake it.
    last = last.then(() => handle(request));
  });
  flushCompileCache();
  send({ isReady: true });
}
