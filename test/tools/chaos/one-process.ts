import path from 'node:path';
import { readRunningParts } from '../../../src/dev/data-folder.ts';
import { findFreePort } from '../../../src/dev/free-port.ts';
import { type Deployment, type DeploymentOptions, newestChildOf, superviseProgram } from './deployment.ts';

/** One process with its embedded PostgreSQL and Temporal, as `npm start` runs it. */
export async function startOneProcess({ folder, env, onLine }: DeploymentOptions): Promise<Deployment> {
  const dataDir = path.join(folder, 'data');
  const port = await findFreePort();
  const program = await superviseProgram({
    name: 'program',
    env: { ...env, DATA_DIR: dataDir, PORT: String(port) },
    onLine,
  });
  const parts = () => readRunningParts(dataDir);
  const database = { name: 'postgres', pid: async () => (await parts()).postgres?.pid ?? null };
  return {
    parts: [
      { name: 'program', pid: async () => program.pid() },
      database,
      newestChildOf(database),
      { name: 'temporal', pid: async () => (await parts()).temporal?.pid ?? null },
    ],
    apiUrls: [`http://127.0.0.1:${port}`],
    databaseUrl: async () => (await parts()).postgres?.url ?? '',
    filesFolder: path.join(dataDir, 'files'),
    temporalFolder: path.join(dataDir, 'temporal'),
    stop: () => program.stop(),
  };
}
