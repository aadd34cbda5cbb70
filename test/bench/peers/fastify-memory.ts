import Fastify from 'fastify';
import { respondFromMemory } from './respond-from-memory.ts';

/**
 * The same framework, which writes the same responses with the same schemas from objects in memory, set by POST: without
 * authentication, policy, rate limit or database.
 */
const app = Fastify({ bodyLimit: 100 * 1024 * 1024 });
respondFromMemory(app);

console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
