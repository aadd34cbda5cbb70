import type { Config } from '../config.ts';
import type { Logger } from '../infra/logger.ts';

/** Settings that are read for a part that is not there yet (docs/roadmap.md). */
const idleSettings = {
  METRICS_PORT: 'no metrics are served yet',
} as const;

/** Warns of settings that were given and change nothing, so that nobody relies on them. */
export function warnOfIdleSettings(config: Config, logger: Pick<Logger, 'warn'>): void {
  for (const [name, why] of Object.entries(idleSettings)) {
    if (config[name as keyof typeof idleSettings] !== undefined) logger.warn(`${name} has no effect: ${why}`);
  }
}
