import { createOrm } from '../../../src/database/orm.ts';
import { createRateLimiter } from '../../../src/infra/rate-limit/rate-limiter.ts';
import { createSql } from '../../../src/infra/sql.ts';

/** Sends `requests` checks of one key, some of them at once, and prints how many were allowed. The clock does not move. */
const [url = '', limit = '', requests = ''] = process.argv.slice(2);
const orm = await createOrm({ url, poolMax: 4 });
const limiter = createRateLimiter({ sql: createSql(orm), clock: { now: () => new Date(1_000_000) } });
let allowed = 0;
const flood = async () => {
  for (let i = 0; i < Number(requests) / 4; i++) {
    const decision = await limiter.take('account:flooded', Number(limit));
    if (decision?.allowed) allowed += 1;
  }
};
await Promise.all([flood(), flood(), flood(), flood()]);
await orm.close();
console.log(`allowed ${allowed}`);
