import { Gauge } from 'prom-client';
import type { Health } from '../health.ts';
import type { Metrics } from './metrics.ts';

/** The checks of `/readyz` as gauges: 1 works, 0 does not. */
export function addHealthGauge({ registry }: Metrics, health: Pick<Health, 'report'>): void {
  new Gauge({
    name: 'stamping_check_up',
    help: 'Whether a part this process needs answers: database, storage, engine, worker.',
    labelNames: ['check'] as const,
    registers: [registry],
    async collect() {
      const { checks } = await health.report();
      for (const [check, outcome] of Object.entries(checks)) this.set({ check }, outcome === 'ok' ? 1 : 0);
    },
  });
}
