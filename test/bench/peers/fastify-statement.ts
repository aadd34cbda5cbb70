import pg from 'pg';
import { respondByStatement } from './respond-by-statement.ts';
import { sameFastify } from './same-fastify.ts';

/** Responds with the result of one statement per request. Started with DATABASE_URL; prints its address. */
const app = await sameFastify();
await respondByStatement(app, new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 }));

console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
