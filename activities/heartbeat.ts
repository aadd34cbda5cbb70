import { Context } from '@temporalio/activity';

const EVERY_MS = 4_000;

/** Sends heartbeats to Temporal while `work` lasts, so that a killed worker is noticed in seconds. */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), EVERY_MS);
  // Work that never ends must not keep the process.
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
