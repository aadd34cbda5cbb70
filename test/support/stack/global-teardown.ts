import { findHolder } from './global-holder.ts';
import { stopServices } from './start-services.ts';

/** Ends the services of this run. */
export default async function globalTeardown(): Promise<void> {
  const holder = findHolder();
  if (holder !== undefined) await stopServices(holder);
}
