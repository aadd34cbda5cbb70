import Fastify from 'fastify';
import { answerFromMemory } from './answer-from-memory.ts';

/**
 * The same framework, writing the same answers by the same schemas from objects in memory: without account, policy,
 * rate or database. What is to be answered comes by POST.
 */
const app = Fastify({ bodyLimit: 100 * 1024 * 1024 });
answerFromMemory(app);

console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
