import { Worker } from 'node:worker_threads';
import { StampingError } from '../../../stamping/types.ts';
import type { StampCommand, StampReply } from './stamp-messages.ts';

type Ask = Extract<StampCommand, { id: number }>;
type AskWithoutId<Command> = Command extends Ask ? Omit<Command, 'id'> : never;

interface Waiting {
  resolve(reply: StampReply): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** One thread that may be lost and comes back: started with the first question, ended when a question takes too long. */
export interface StampWorker {
  /** Throws StampingError for what the engine refuses, Error when the thread failed, died or took too long. */
  ask(command: AskWithoutId<Ask>): Promise<StampReply>;
  /** Tells the thread something that needs no answer. */
  tell(command: Extract<StampCommand, { kind: 'forget' }>): void;
  close(): Promise<void>;
}

/** `onLost` is called when a thread with everything it knew is gone; the next question starts a new one. */
export function createStampWorker(options: { timeoutMs: number; onLost: () => void }): StampWorker {
  let thread: Worker | null = null;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  const settle = (id: number): Waiting | null => {
    const entry = waiting.get(id);
    if (entry === undefined) return null;
    clearTimeout(entry.timer);
    waiting.delete(id);
    return entry;
  };

  const lose = (lost: Worker, reason: string) => {
    if (thread !== lost) return;
    thread = null;
    options.onLost();
    for (const id of [...waiting.keys()]) settle(id)?.reject(new Error(reason));
    void lost.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./stamp-thread.ts', import.meta.url), {
      name: 'stamp',
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    // An idle thread must not keep the process alive.
    started.unref();
    started.on('message', (reply: StampReply) => {
      const entry = settle(reply.id);
      if (reply.kind === 'refused') entry?.reject(new StampingError(reply.code, reply.message));
      else if (reply.kind === 'failed') entry?.reject(new Error(reply.message));
      else entry?.resolve(reply);
    });
    started.on('error', (error) => lose(started, `The stamping thread died: ${String(error)}`));
    started.on('exit', (code) => lose(started, `The stamping thread ended with ${code}.`));
    return started;
  };

  return {
    ask(command) {
      thread ??= start();
      const asked = thread;
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => lose(asked, `Stamping took longer than ${options.timeoutMs} ms.`),
          options.timeoutMs,
        );
        waiting.set(id, { resolve, reject, timer });
        asked.postMessage({ ...command, id });
      });
    },
    tell(command) {
      thread?.postMessage(command);
    },
    async close() {
      const closing = thread;
      if (closing === null) return;
      lose(closing, 'The service is closing.');
      await closing.terminate();
    },
  };
}
