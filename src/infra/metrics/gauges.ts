import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql';
import { Gauge } from 'prom-client';
import type { Health } from '../health.ts';
import type { Metrics } from './metrics.ts';

/** The checks of `/readyz`: 1 if the check passes, else 0. */
export function addHealthGauge({ registry }: Metrics, health: Pick<Health, 'report'>): void {
  new Gauge({
    name: 'stamping_check_up',
    help: 'Whether a part this process needs responds: database, storage, engine, worker.',
    labelNames: ['check'] as const,
    registers: [registry],
    async collect() {
      const { checks } = await health.report();
      for (const [check, outcome] of Object.entries(checks)) this.set({ check }, outcome === 'ok' ? 1 : 0);
    },
  });
}

/** Space on the disks of some folders, by the name of the folder. A folder that cannot be read is left out. */
export function addDiskGauges({ registry }: Metrics, folders: Readonly<Record<string, string>>): void {
  const gauge = (name: string, help: string, of: (disk: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['folder'] as const,
      registers: [registry],
      async collect() {
        this.reset();
        for (const [folder, path] of Object.entries(folders)) {
          const disk = await statfs(path).catch(() => null);
          if (disk !== null) this.set({ folder }, of(disk) * disk.bsize);
        }
      },
    });
  gauge('stamping_disk_free_bytes', 'Bytes that this program may still write.', ({ bavail }) => bavail);
  gauge('stamping_disk_size_bytes', 'Size of the file system.', ({ blocks }) => blocks);
}

/** Connections of this process to PostgreSQL. If many requests wait for one, DATABASE_POOL_MAX is too low. */
export function addPoolGauges({ registry }: Metrics, orm: MikroORM): void {
  new Gauge({
    name: 'stamping_database_connections',
    help: 'Connections of the pool by state, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      // The other gauges have just asked for connections. They get idle ones in the next turn of the event loop.
      await setImmediate();
      const connection = orm.em.getConnection() as PostgreSqlConnection;
      const { totalCount, idleCount, waitingCount } = await connection.getNativeClient();
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'wanted' }, waitingCount);
    },
  });
}

/** Tasks of a pool at one moment. */
interface PoolTasks {
  running: number;
  waiting: number;
}

/** Tasks of this process's own pools, by pool and state. */
export function addWorkGauges({ registry }: Metrics, pools: Readonly<Record<string, () => PoolTasks>>): void {
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
