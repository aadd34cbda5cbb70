import { Worker } from 'node:worker_threads';
import type { SchemaOutcome, SchemaRequest } from './compile-schema.ts';
import { createInlineChecker } from './inline-checker.ts';
import type { ThreadRequest } from './schema-thread.ts';

/** `too-slow`: the thread was stopped at the deadline or ran out of memory. */
type SchemaResult = SchemaOutcome | { kind: 'too-slow' };

/** Checks payloads against users' schemas without blocking the event loop. */
export interface SchemaChecker {
  /** Synchronous where that is safe. */
  check(question: SchemaRequest): SchemaResult | Promise<SchemaResult>;
  close(): Promise<void>;
}

/**
 * Small and plain requests are checked at once, all others by one thread, one after the other. A schema may take
 * exponential time, so a request that takes longer than `deadlineMs` ends the thread, and the next one gets a new thread.
 * The time starts when the idle thread gets the request.
 */
export function createSchemaChecker({ deadlineMs = 500 } = {}): SchemaChecker {
  let thread: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const checkInline = createInlineChecker();

  const stop = async (): Promise<void> => {
    const stopped = thread;
    thread = null;
    await stopped?.terminate();
  };

  const checkInThread = async (request: SchemaRequest): Promise<SchemaResult> => {
    thread ??= await startThread();
    // A schema alone is limited in size and checked while its owner saves it: a busy machine must not reject it.
    const { key, schema, payload } = request;
    const ms = payload === undefined ? deadlineMs * 4 : deadlineMs;
    const result = await send(thread, { key, schema, ...(payload && { text: payload.text }) }, ms);
    if (result.kind === 'too-slow') await stop();
    return result;
  };

  return {
    check(request) {
      const inline = checkInline(request);
      if (inline !== null) return inline;
      const result = last.then(() => checkInThread(request));
      // A failure is the caller's; the next request runs all the same.
      last = result.catch(() => undefined);
      return result;
    },
    close: stop,
  };
}

async function startThread(): Promise<Worker> {
  const worker = new Worker(new URL('./schema-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
  // The thread may also run out of memory between two requests; without a listener that would end the process.
  worker.on('error', () => undefined);
  // An idle thread does not keep the process alive.
  worker.unref();
  return worker;
}

function send(worker: Worker, request: ThreadRequest, deadlineMs: number): Promise<SchemaResult> {
  return new Promise((resolve) => {
    const finish = (result: SchemaResult): void => {
      clearTimeout(timer);
      worker.off('message', finish).off('exit', giveUp);
      resolve(result);
    };
    const giveUp = (): void => finish({ kind: 'too-slow' });
    const timer = setTimeout(giveUp, deadlineMs);
    worker.on('message', finish).on('exit', giveUp);
    worker.postMessage(request);
  });
}
