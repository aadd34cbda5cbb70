import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Room on the disks of some folders, by what lies there. A folder that cannot be asked is left out. */
export function addDiskGauges({ registry }: Metrics, folders: Readonly<Record<string, string>>): void {
  const gauge = (name: string, help: string, of: (disk: StatsFs) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['folder'] as const, registers: [registry] },
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
