import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createSlab } from '../infra/slab.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its place among the answers under way. */
    revocationSlot: number | null;
  }
}

/** How often the accounts of answers under way are looked at; milliseconds. */
const LOOK_EVERY = 2_000;

interface UnderWay {
  request: FastifyRequest;
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
  const underWay = createSlab<UnderWay>();
  app.decorateRequest('revocationSlot', null);
  const forget = (request: FastifyRequest): void => {
    if (request.revocationSlot === null) return;
    underWay.take(request.revocationSlot);
    // Places are used again: whoever has it next must not be forgotten with this one.
    request.revocationSlot = null;
  };
  app.addHook('onResponse', (request, _reply, done) => {
    forget(request);
    done();
  });

  const look = async ({ request, mayGoOn }: UnderWay): Promise<void> => {
    // Nobody says that a request is over whose connection broke before it was answered (`when-over.ts`).
    if (request.raw.socket.destroyed) return forget(request);
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
    const long = underWay.items().filter(({ since }) => since < before);
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
      request.revocationSlot = underWay.add({ request, since: performance.now(), mayGoOn });
    },
  };
}
