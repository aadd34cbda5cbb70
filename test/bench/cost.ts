import type { Load } from './load.ts';
import { processorTime, processorTimeOfFamilies } from './processor-time.ts';

/** CPU time of a request in microseconds. `asking` is that of this process, which sends it and reads the response. */
export interface Cost {
  process: number;
  database: number;
  asking: number;
}

/** Measures the cost of a load. `database` is the first process of PostgreSQL. */
export async function costOf(
  { pid, database }: { pid: number; database?: number },
  load: () => Promise<Load>,
): Promise<Load & Cost> {
  const read = async () => ({
    process: await processorTime(pid),
    database: database === undefined ? 0 : await processorTimeOfFamilies([database]),
    asking: await processorTime(process.pid),
  });
  const before = await read();
  const seen = await load();
  const after = await read();
  const perRequest = (part: keyof Cost) => ((after[part] - before[part]) * 1000) / seen.requests;
  return {
    ...seen,
    process: perRequest('process'),
    database: perRequest('database'),
    asking: perRequest('asking'),
  };
}
