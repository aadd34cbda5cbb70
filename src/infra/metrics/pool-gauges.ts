import { setImmediate } from 'node:timers/promises';
import type { MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql';
import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Gauges of this process's connections to PostgreSQL; many that wait mean DATABASE_POOL_MAX is too low. */
export function addPoolGauges({ registry }: Metrics, orm: MikroORM): void {
  new Gauge({
    name: 'stamping_database_connections',
    help: 'Connections of the pool by state, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      // The other gauges have just asked for connections: those get one in the next turn if there is any.
      await setImmediate();
      const connection = orm.em.getConnection() as PostgreSqlConnection;
      const { totalCount, idleCount, waitingCount } = await connection.getNativeClient();
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'wanted' }, waitingCount);
    },
  });
}
