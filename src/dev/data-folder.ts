import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { requireOwnFolder } from '../infra/own-folder.ts';
import { type FileLock, findFileLock } from './file-lock.ts';
import { writeJsonFile } from './json-file.ts';

/** The processes that use a data folder, as listed in its `run.json`. */
export interface RunningParts {
  api?: { pid: number; url: string };
  worker?: { pid: number; url: string };
  postgres?: { pid: number; url: string };
  temporal?: { pid: number; address: string; uiUrl: string };
}

export interface DataFolder {
  readonly path: string;
  /** Lists running parts in `run.json`; replaces those this process listed before. */
  publish(parts: RunningParts): Promise<void>;
  /** Removes the parts of this process and releases the lock. */
  close(): Promise<void>;
}

/**
 * The programs that may use the folder at the same time: `whole` is for one program with its embedded services; an API and
 * a worker that use services of their own may share it.
 */
export type FolderUse = 'whole' | 'api' | 'worker';

/** Opens the data folder and locks it. Throws when another program uses it, naming that program. */
export async function openDataFolder({
  folder,
  use,
}: {
  folder: string;
  use: FolderUse;
}): Promise<DataFolder> {
  await makeFolder(path.resolve(folder));
  // It has the key of access tokens, and the configuration of the embedded servers.
  const root = await requireOwnFolder(path.resolve(folder), 'DATA_DIR');
  const runFile = path.join(root, 'run.json');
  const lock = takeLock(path.join(root, use === 'whole' ? 'lock' : `lock-${use}`));
  if (!lock) throw new Error(await explainLock(root, runFile));

  let mine: RunningParts = {};
  const write = async (parts: RunningParts) => {
    const others = use === 'whole' ? {} : await readParts(runFile);
    for (const name of Object.keys(mine) as (keyof RunningParts)[]) delete others[name];
    mine = parts;
    await writeJsonFile(runFile, { ...others, ...parts }).catch((error) => failUnwritable(runFile, error));
  };
  // Parts of a killed program no longer run.
  if (use === 'whole') {
    await write({}).catch((error) => {
      lock.release();
      throw error;
    });
  }
  return {
    path: root,
    publish: write,
    async close() {
      await write({});
      lock.release();
    },
  };
}

/** The parts listed in `run.json`; empty without that file. */
export async function readRunningParts(folder: string): Promise<RunningParts> {
  return readParts(path.join(folder, 'run.json'));
}

async function makeFolder(root: string): Promise<void> {
  try {
    // As root, PostgreSQL runs as another user, who may enter the folder but not list it.
    await mkdir(root, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data folder ${root} cannot be created (${reason}). Set DATA_DIR to a writable folder.`,
    );
  }
}

function takeLock(file: string): FileLock | null {
  try {
    return findFileLock(file);
  } catch (error) {
    return failUnwritable(file, error);
  }
}

/** A readable lock file of another user can be locked, so a folder of another user is detected at the first write. */
function failUnwritable(file: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(
    `The data folder is not writable (${file}: ${reason}). Set DATA_DIR to a writable folder.`,
    { cause: error },
  );
}

async function explainLock(root: string, runFile: string): Promise<string> {
  const { api, worker } = await readParts(runFile);
  const holder = api ?? worker;
  const who = holder
    ? `process ${holder.pid} at ${holder.url}`
    : 'another process that is starting or stopping';
  return `The data folder ${root} is in use by ${who}. Stop that process first, or set DATA_DIR to a different folder.`;
}

async function readParts(file: string): Promise<RunningParts> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as RunningParts;
  } catch {
    return {};
  }
}
