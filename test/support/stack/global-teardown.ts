import { once } from 'node:events';
import { findHolder } from './global-holder.ts';

/** Ends the services of this run and waits until nothing of them is left. */
export default async function globalTeardown(): Promise<void> {
  const holder = findHolder();
  if (!holder || holder.exitCode !== null) return;
  holder.stdin?.end();
  await once(holder, 'exit');
}
