import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How often the accounts of answers under way are looked at; milliseconds. */
const LOOK_EVERY = 2_000;

interface UnderWay {
  since: number;
  /** Asks anew what let the request in. */
  mayGoOn: () => Promise<boolean>;
}

export interface ResponseRevocation {
  /** Breaks the answer off as soon as it may not go on. Of a request that is answered within two seconds nothing is asked. */
  watch(request: FastifyRequest, mayGoOn: UnderWay['mayGoOn']): void;
}

/**
 * Requests are let in once, and a stamp or an archive may take minutes: a lock, a lost role or a revoked key must end
 * it too. The connection is cut, so that nobody takes half an archive for a whole one.
 */
export function installResponseRevocation(app: FastifyInstance, lookEvery = LOOK_EVERY): ResponseRevocation {
  const underWay = new Map<FastifyRequest, UnderWay>();
  app.addHook('onResponse', (request, _reply, done) => {
    underWay.delete(request);
    done();
  });

  const look = async ([request, { mayGoOn }]: readonly [FastifyRequest, UnderWay]): Promise<void> => {
    // Nobody says that a request is over whose connection broke before it was answered (`when-over.ts`).
    if (request.raw.socket.destroyed) return void underWay.delete(request);
    if (await mayGoOn()) return;
    const route = request.routeOptions.url;
    request.log.info({ route }, 'answer broken off: its account may not have it any more');
    request.raw.socket.destroy();
  };
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    const before = performance.now() - lookEvery;
    const long = [...underWay].filter(([, { since }]) => since < before);
    const failed = (await Promise.allSettled(long.map(look))).find(
      (outcome) => outcome.status === 'rejected',
    );
    // Whoever cannot be asked about is asked about again.
    if (failed) app.log.debug({ err: failed.reason }, 'accounts of answers under way could not be read');
    isLooking = false;
  }, lookEvery);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));

  return {
    watch(request, mayGoOn) {
      underWay.set(request, { since: performance.now(), mayGoOn });
    },
  };
}
