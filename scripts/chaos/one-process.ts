import path from 'node:path';
import { readRunningParts } from '../../src/dev/data-folder.ts';
import { findFreePort } from '../../src/dev/free-port.ts';
import { keepProgram, type Topology } from './topology.ts';

/** Everything in one program with its embedded services, as `npm start` brings it up. */
export async function startOneProcess(folder: string, onLine: (line: string) => void): Promise<Topology> {
  const dataDir = path.join(folder, 'data');
  const port = await findFreePort();
  const program = await keepProgram({
    name: 'program',
    env: { DATA_DIR: dataDir, PORT: String(port) },
    onLine,
  });
  const parts = () => readRunningParts(dataDir);
  return {
    parts: [
      { name: 'program', pid: async () => program.pid() },
      { name: 'postgres', pid: async () => (await parts()).postgres?.pid ?? null },
      { name: 'temporal', pid: async () => (await parts()).temporal?.pid ?? null },
    ],
    apiUrls: [`http://127.0.0.1:${port}`],
    databaseUrl: async () => (await parts()).postgres?.url ?? '',
    filesFolder: path.join(dataDir, 'files'),
    stop: () => program.stop(),
  };
}
