import { startEmbeddedPostgres } from '../../../src/dev/embedded-postgres/server.ts';
import { createLogger } from '../../../src/infra/logger.ts';

// Runs PostgreSQL in the folder named by the argument, as the product does, and stays.
const logger = createLogger({ LOG_LEVEL: 'silent' });
const postgres = await startEmbeddedPostgres({ parentDir: process.argv[2] ?? '', logger });
console.log(`postgres ${postgres.pid()} ${postgres.url}`);
