import path from 'node:path';
import { addToCache } from './cache.ts';
import { GO_MODULE } from './pins.ts';
import { isAtLeast, runCommand, type Source } from './source.ts';

const OLDEST_GO = '1.25.0';

/** Built from source; Go checks the module against its public checksum database. */
export const goInstall: Source = {
  name: 'go install',
  async get({ cacheDir, onProgress }) {
    const said = await runCommand({ command: 'go', args: ['version'], timeoutMs: 10_000 });
    const version = /go(\d+\.\d+(?:\.\d+)?)/.exec(said)?.[1];
    if (version === undefined || !isAtLeast(version, OLDEST_GO)) {
      throw new Error(`Go ${OLDEST_GO} or newer is needed, found ${version ?? 'an unknown version'}`);
    }
    return addToCache(cacheDir, {
      isBuilt: true,
      fetchProgram: async (workDir) => {
        onProgress('  building from source: about 3 minutes and 3 GB of caches');
        await runCommand({
          command: 'env',
          args: [`GOBIN=${workDir}`, 'go', 'install', GO_MODULE],
          timeoutMs: 20 * 60_000,
        });
        return path.join(workDir, 'temporal');
      },
    });
  },
};
