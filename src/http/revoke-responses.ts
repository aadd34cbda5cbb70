import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Milliseconds between two checks of the running responses. */
const CHECK_INTERVAL = 2_000;

interface RunningResponse {
  since: number;
  /** Whether the caller may still receive the response. */
  isAllowed: () => Promise<boolean>;
}

interface ResponseRevocation {
  /** Checks `isAllowed` every two seconds until the response ends, and closes the connection when it is false. */
  watch(request: FastifyRequest, isAllowed: RunningResponse['isAllowed']): void;
}

/**
 * Ends responses whose caller lost access. Requests are authenticated once, but an archive may take minutes: a locked
 * account, a lost role or a revoked key must end it. The connection is closed, so that a client notices the missing rest.
 */
export function installResponseRevocation(
  app: FastifyInstance,
  checkInterval = CHECK_INTERVAL,
): ResponseRevocation {
  const running = new Map<FastifyRequest, RunningResponse>();
  app.addHook('onResponse', (request, _reply, done) => {
    running.delete(request);
    done();
  });

  const check = async (request: FastifyRequest, { isAllowed }: RunningResponse): Promise<void> => {
    // `onResponse` does not run for a connection that closed before its response began (on-response-end.ts).
    if (request.raw.socket.destroyed) return void running.delete(request);
    if (await isAllowed()) return;
    const route = request.routeOptions.url;
    request.log.info({ route }, 'response aborted: the caller lost access');
    request.raw.socket.destroy();
  };
  let isChecking = false;
  const timer = setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    const before = performance.now() - checkInterval;
    const long = [...running].filter(([, { since }]) => since < before);
    const outcomes = await Promise.allSettled(long.map(([request, response]) => check(request, response)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    // The next check tries again.
    if (failed)
      app.log.debug({ err: failed.reason }, 'the callers of running responses could not be checked');
    isChecking = false;
  }, checkInterval);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));

  return {
    watch(request, isAllowed) {
      running.set(request, { since: performance.now(), isAllowed });
    },
  };
}
