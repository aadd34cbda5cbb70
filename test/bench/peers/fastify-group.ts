import Fastify from 'fastify';
import { createBatcher } from '../../../src/infra/batcher.ts';
import { openEventTable } from './event-table.ts';

/**
 * The gain of group commit alone: the peer with one INSERT, with the batches of the service and nothing else of it. Started
 * with DATABASE_URL; prints its address.
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
