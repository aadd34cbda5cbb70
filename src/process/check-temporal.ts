import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Logger } from '../infra/logger.ts';
import type { TemporalEndpoint } from '../infra/temporal/connection-options.ts';
import { probeTemporal } from '../infra/temporal/probe.ts';

const RESPONDS_WITHIN_MS = 60_000;
const PAUSE_MS = 1_000;

/**
 * Checks at start that Temporal is usable. Throws an error with advice when waiting would not help, and when the namespace
 * (for a worker, also the server) is still missing after a minute. An API does not wait for an unreachable server: it
 * accepts events without it.
 */
export async function checkTemporal(options: {
  place: TemporalEndpoint;
  role: Config['ROLE'];
  logger: Logger;
}): Promise<void> {
  const { place, role, logger } = options;
  const { address, namespace } = place;
  const deadline = Date.now() + RESPONDS_WITHIN_MS;
  for (;;) {
    const probe = await probeTemporal(place);
    if (probe.outcome === 'ready') return;
    const { outcome, reason, advice } = probe;
    const problem = `The Temporal server at ${address} cannot be used with namespace ${namespace} (${reason}).`;
    if (outcome === 'rejected' || Date.now() > deadline) throw new Error(`${problem} ${advice}`);
    if (outcome === 'unreachable' && role !== 'worker') {
      logger.warn(`${problem} Events are accepted; runs start when it responds. ${advice}`);
      return;
    }
    logger.warn(`${problem} Waiting. ${advice}`);
    await delay(PAUSE_MS);
  }
}
