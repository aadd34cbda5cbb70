import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Logger } from '../infra/logger.ts';
import type { EngineAddress } from '../infra/temporal/connection-options.ts';
import { probeEngine } from '../infra/temporal/engine-probe.ts';

const ANSWERS_WITHIN_MS = 60_000;
const PAUSE_MS = 1_000;

/**
 * Makes sure at the start that the engine lets us in. Throws with what to do where no waiting would help, and when a
 * namespace, or for a worker the server, is still not there after a minute. An API does not wait for a server that is
 * away: it accepts events without it.
 */
export async function checkEngine(options: {
  place: EngineAddress;
  role: Config['ROLE'];
  logger: Logger;
}): Promise<void> {
  const { place, role, logger } = options;
  const { address, namespace } = place;
  const deadline = Date.now() + ANSWERS_WITHIN_MS;
  for (;;) {
    const probe = await probeEngine(place);
    if (probe.outcome === 'answers') return;
    const { outcome, reason, advice } = probe;
    const told = `The Temporal server at ${address} cannot be used with namespace ${namespace} (${reason}).`;
    if (outcome === 'refusing' || Date.now() > deadline) throw new Error(`${told} ${advice}`);
    if (outcome === 'away' && role !== 'worker') {
      logger.warn(`${told} Events are accepted; runs start when it answers. ${advice}`);
      return;
    }
    logger.warn(`${told} Waiting. ${advice}`);
    await delay(PAUSE_MS);
  }
}
