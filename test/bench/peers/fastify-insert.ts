import Fastify from 'fastify';
import { openEventTable } from './event-table.ts';

/**
 * The peer of the webhook POST: the same web framework, one INSERT, 202. No authentication, limits, schema or outbox.
 * Started with DATABASE_URL; prints its address.
 */
const pool = await openEventTable('bench_event');

const app = Fastify();
app.post('/webhook', async (request, reply) => {
  await pool.query('insert into bench_event (payload) values ($1)', [JSON.stringify(request.body)]);
  return reply.code(202).type('text/plain').send('Webhook received');
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
