import { answerFromMemory } from './answer-from-memory.ts';
import { sameFastify } from './same-fastify.ts';

/** Writes the same answers from objects in memory: reads nothing. What is to be answered comes by POST. */
const app = await sameFastify();
answerFromMemory(app);

console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
