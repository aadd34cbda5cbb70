import Fastify from 'fastify';
import { createBatcher } from '../../../src/infra/batcher.ts';
import { openEventTable } from './event-table.ts';

/**
 * What group commit alone can bring: the peer of one INSERT with the service's own batches and nothing else of the
 * service. Started with DATABASE_URL; prints its address.
 */
const pool = await openEventTable('bench_grouped_event');
const insert = createBatcher<string, boolean>({
  async work(payloads) {
    const text = 'insert into bench_grouped_event (payload) select unnest($1::text[])';
    await pool.query({ name: 'insert', text, values: [payloads] });
    return payloads.map(() => true);
  },
  concurrency: 4,
  maxItems: 500,
  maxWeight: 500,
  weigh: () => 1,
});

const app = Fastify();
app.post('/webhook', async (request, reply) => {
  await insert(JSON.stringify(request.body));
  return reply.code(202).type('text/plain').send('Webhook received');
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
