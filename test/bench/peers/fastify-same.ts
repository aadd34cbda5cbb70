import { respondFromMemory } from './respond-from-memory.ts';
import { sameFastify } from './same-fastify.ts';

/** Writes the same responses from objects in memory, set by POST. */
const app = await sameFastify();
respondFromMemory(app);

console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
