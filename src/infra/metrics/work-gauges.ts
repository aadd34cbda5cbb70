import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Tasks of a pool at one moment. */
export interface PoolLoad {
  running: number;
  waiting: number;
}

/** Gauges of what this process's own pools do, by pool and state. */
export function addWorkGauges({ registry }: Metrics, pools: Readonly<Record<string, () => PoolLoad>>): void {
  new Gauge({
    name: 'stamping_work_tasks',
    help: 'Tasks of the stamping threads and of the processes that read files, running or waiting for one.',
    labelNames: ['pool', 'state'] as const,
    registers: [registry],
    collect() {
      for (const [pool, load] of Object.entries(pools)) {
        const { running, waiting } = load();
        this.set({ pool, state: 'running' }, running);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}
