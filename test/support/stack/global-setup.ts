import path from 'node:path';
import { keepHolder } from './global-holder.ts';
import { startServices } from './start-services.ts';

/** Starts the services of this run, unless the caller provides services that several runs share. */
export default async function globalSetup(): Promise<void> {
  // Tests start the program often; Node keeps what it has compiled of it. A folder that is not writable is ignored.
  process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../../../node_modules/.cache/node');
  if (process.env.TEST_STACK_URL !== undefined) return;
  const { holder, url } = await startServices();
  process.env.TEST_STACK_URL = url;
  keepHolder(holder);
}
