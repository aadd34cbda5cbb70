import { Worker } from 'node:worker_threads';
import type { SchemaOutcome } from './compile-schema.ts';
import { createInlineChecker } from './inline-checker.ts';
import type { SchemaQuestion } from './schema-question.ts';
import type { ThreadQuestion } from './schema-thread.ts';

/** `too-slow`: the thread was stopped at the deadline or ran out of memory. */
export type SchemaAnswer = SchemaOutcome | { kind: 'too-slow' };

/** Checks payloads against users' schemas without ever holding up the event loop. */
export interface SchemaChecker {
  /** At once where that is safe. */
  check(question: SchemaQuestion): SchemaAnswer | Promise<SchemaAnswer>;
  close(): Promise<void>;
}

/**
 * What is small and plain is answered at once, all else by one thread, one question at a time. A schema may be exponential in what it describes, so a question
 * that takes longer than `deadlineMs` ends the thread and the next one gets a new thread. The clock runs from the
 * moment an idle thread takes the question.
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

  const answer = async (question: SchemaQuestion): Promise<SchemaAnswer> => {
    thread ??= await startThread();
    // A schema by itself is bounded in size, and its owner waits: a busy machine must not make it a bad one.
    const { key, schema, payload } = question;
    const ms = payload === undefined ? deadlineMs * 4 : deadlineMs;
    const given = await ask(thread, { key, schema, ...(payload && { text: payload.text }) }, ms);
    if (given.kind === 'too-slow') await stop();
    return given;
  };

  return {
    check(question) {
      const inline = checkInline(question);
      if (inline !== null) return inline;
      const turn = last.then(() => answer(question));
      // The queue goes on whatever became of this question; its asker is told of a failure.
      last = turn.catch(() => undefined);
      return turn;
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
  // Out of memory may also strike between two questions; without a listener that would end the process.
  worker.on('error', () => undefined);
  // An idle thread keeps no process alive.
  worker.unref();
  return worker;
}

function ask(worker: Worker, question: ThreadQuestion, deadlineMs: number): Promise<SchemaAnswer> {
  return new Promise((resolve) => {
    const finish = (answer: SchemaAnswer): void => {
      clearTimeout(timer);
      worker.off('message', finish).off('exit', giveUp);
      resolve(answer);
    };
    const giveUp = (): void => finish({ kind: 'too-slow' });
    const timer = setTimeout(giveUp, deadlineMs);
    worker.on('message', finish).on('exit', giveUp);
    worker.postMessage(question);
  });
}
