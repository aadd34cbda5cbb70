import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileLock, findFileLock } from './file-lock.ts';
import { writeJsonFile } from './json-file.ts';

/** What runs on a data folder, as `run.json` tells it. */
export interface RunningParts {
  api?: { pid: number; url: string };
  worker?: { pid: number; url: string };
  postgres?: { pid: number; url: string };
  temporal?: { pid: number; address: string; uiUrl: string };
}

export interface DataFolder {
  readonly path: string;
  /** Says in `run.json` what runs now; replaces what this process said before. */
  tell(parts: RunningParts): Promise<void>;
  /** Takes back what was told and lets another start have the folder. */
  close(): Promise<void>;
}

/**
 * Who may use the folder at the same time: `whole` is for one program with its embedded services; an API and
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
  const root = path.resolve(folder);
  await makeFolder(root);
  const runFile = path.join(root, 'run.json');
  const lock = takeLock(path.join(root, use === 'whole' ? 'lock' : `lock-${use}`));
  if (!lock) throw new Error(await explainLock(root, runFile));

  let mine: RunningParts = {};
  const write = async (parts: RunningParts) => {
    const others = use === 'whole' ? {} : await readParts(runFile);
    for (const name of Object.keys(mine) as (keyof RunningParts)[]) delete others[name];
    mine = parts;
    await writeJsonFile(runFile, { ...others, ...parts }).catch((error) => refuseUnwritable(runFile, error));
  };
  // What a killed program left in there is no longer true.
  if (use === 'whole') {
    await write({}).catch((error) => {
      lock.release();
      throw error;
    });
  }
  return {
    path: root,
    tell: write,
    async close() {
      await write({});
      lock.release();
    },
  };
}

/** What `run.json` in a data folder says; nothing when there is none. */
export async function readRunningParts(folder: string): Promise<RunningParts> {
  return readParts(path.join(folder, 'run.json'));
}

async function makeFolder(root: string): Promise<void> {
  try {
    // Others may pass through (PostgreSQL runs as another user when we are root) but not look around.
    await mkdir(root, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data folder ${root} cannot be made (${reason}). Set DATA_DIR to a folder you may write.`,
    );
  }
}

function takeLock(file: string): FileLock | null {
  try {
    return findFileLock(file);
  } catch (error) {
    return refuseUnwritable(file, error);
  }
}

/** Another user's folder can be locked where its lock file may be read, and is found out at the first thing written. */
function refuseUnwritable(file: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(
    `The data folder cannot be written (${file}: ${reason}). Set DATA_DIR to one you may write.`,
    { cause: error },
  );
}

async function explainLock(root: string, runFile: string): Promise<string> {
  const { api, worker } = await readParts(runFile);
  const holder = api ?? worker;
  const who = holder
    ? `process ${holder.pid} at ${holder.url}`
    : 'another process that is starting or ending';
  return `The data folder ${root} is in use by ${who}. Stop that one first, or set DATA_DIR to another folder.`;
}

async function readParts(file: string): Promise<RunningParts> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as RunningParts;
  } catch {
    return {};
  }
}
