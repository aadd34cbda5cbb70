import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMain, waitUntilReady } from './service.ts';
import { type Figure, median, timed } from './statistics.ts';

const STARTS = 5;

/** Time from the start of the program to the first 200 of `/readyz`, on a folder that was used before. */
export async function benchStart(): Promise<Figure[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-start-'));
  const once = async (): Promise<number> => {
    const program = startMain(dataDir);
    const took = await timed(() => waitUntilReady(dataDir, program));
    program.kill('SIGTERM');
    await program.ended;
    return took / 1000;
  };
  try {
    const first = await once();
    const warm: number[] = [];
    for (let i = 0; i < STARTS; i++) warm.push(await once());
    return [
      { what: 'first start on an empty folder, binary in the cache', value: first, unit: 's' },
      { what: 'warm start, median', value: median(warm), unit: 's', bound: { at: 6, side: 'at most' } },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
