import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PLATFORM, runCommand } from '../../../src/dev/embedded-temporal/source.ts';
import { withFileLock } from '../../../src/dev/file-lock.ts';

/** The release in the compose file; a test compares the two. */
export const TEMPORAL_SERVER_VERSION = '1.31.2';

/** The Temporal server and the tool that creates its databases. */
interface TemporalPrograms {
  /** Contains `temporal-server` and `temporal-sql-tool`. */
  folder: string;
}

const PROGRAMS = { server: 'temporal-server', sql: 'temporal-sql-tool' } as const;
const BUILD_MS = 20 * 60_000;

/**
 * The programs of the Temporal images. There is no package of them, so the first call builds them from source, which takes
 * some minutes and Go 1.25 or newer, and stores them in `cacheDir`. Throws an error that says what to do.
 */
export async function getTemporalPrograms(options: {
  cacheDir: string;
  onProgress: (line: string) => void;
}): Promise<TemporalPrograms> {
  const { cacheDir, onProgress } = options;
  const folder = path.join(cacheDir, `temporal-server-${TEMPORAL_SERVER_VERSION}-${PLATFORM}`);
  await mkdir(folder, { recursive: true });
  const lock = path.join(cacheDir, 'temporal-server.lock');
  const onWait = () => onProgress('another process is building the Temporal server; waiting');
  return withFileLock({ file: lock, onWait }, async () => {
    if (await isBuilt(folder)) return { folder };
    onProgress(
      `building the Temporal server ${TEMPORAL_SERVER_VERSION} from source; this takes some minutes, once`,
    );
    await build(folder);
    return { folder };
  });
}

async function isBuilt(folder: string): Promise<boolean> {
  const found = Object.values(PROGRAMS).map((name) => stat(path.join(folder, name)).catch(() => null));
  return (await Promise.all(found)).every((file) => file !== null);
}

async function build(folder: string): Promise<void> {
  const workDir = path.join(folder, `.build-${process.pid}`);
  await mkdir(workDir);
  try {
    const modules = ['cmd/server', 'cmd/tools/sql'].map(
      (name) => `go.temporal.io/server/${name}@v${TEMPORAL_SERVER_VERSION}`,
    );
    const args = [`GOBIN=${workDir}`, 'go', 'install', ...modules];
    await runCommand({ command: 'env', args, timeoutMs: BUILD_MS });
    // An interrupted build leaves at most one of the two, and counts as not built.
    for (const [built, name] of Object.entries(PROGRAMS)) {
      await rename(path.join(workDir, built), path.join(folder, name));
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The Temporal server ${TEMPORAL_SERVER_VERSION} could not be built (${reason}). ` +
        `Install Go 1.25 or newer, or put ${Object.values(PROGRAMS).join(' and ')} into ${folder}.`,
      { cause: error },
    );
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}
