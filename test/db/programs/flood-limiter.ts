import { createOrm } from '../../../src/database/orm.ts';
import { systemClock } from '../../../src/infra/clock.ts';
import { createRateStore } from '../../../src/infra/rate-limit/rate-store.ts';
import { createSharedRateLimiter } from '../../../src/infra/rate-limit/shared-rate-limiter.ts';
import { createSql } from '../../../src/infra/sql.ts';

/**
 * Asks for more than the limit for a while, and until it was let through that often. Tells between which two times each was
 * let through.
 */
const [url = '', limit = '', windowMs = '', forMs = ''] = process.argv.slice(2);
const orm = await createOrm({ url, poolMax: 4 });
const store = createRateStore(createSql(orm));
const limiter = createSharedRateLimiter({ store, clock: systemClock, windowMs: Number(windowMs) });
const allowed: [number, number][] = [];
const end = Date.now() + Number(forMs);
const ask = async () => {
  while (Date.now() < end || allowed.length < Number(limit)) {
    const from = Date.now();
    const decision = await limiter.take('account:flooded', Number(limit));
    if (decision?.allowed) allowed.push([from, Date.now()]);
    else await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
await Promise.all([ask(), ask(), ask(), ask()]);
await limiter.close();
await orm.close();
console.log(`allowed ${JSON.stringify(allowed)}`);
