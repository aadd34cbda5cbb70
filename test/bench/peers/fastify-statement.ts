import pg from 'pg';
import { answerByStatement } from './answer-by-statement.ts';
import { sameFastify } from './same-fastify.ts';

/** Reads what it answers by one statement a request. Started with DATABASE_URL; prints its address. */
const app = await sameFastify();
await answerByStatement(app, new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 }));

console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
