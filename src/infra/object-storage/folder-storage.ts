import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  access,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasCode } from '../error-code.ts';
import {
  assertKey,
  type ObjectInfo,
  ObjectNotFound,
  type ObjectStorage,
  StorageAway,
} from './object-storage.ts';

const TEMPORARY = '.incoming';
/** A marker file in the folder. It is missing in the empty mount point that is visible when the folder is not mounted. */
const MARK = '.storage';
/** Stored files are private: other users of the machine may not read them. */
const MODE = 0o700;

/**
 * Object storage in a folder. An object is written to a temporary file, flushed, and then renamed or linked, so that
 * neither a reader nor a crash leaves half of one. `check` writes a marker file. When the marker is missing later, all
 * operations throw StorageAway.
 */
export function createFolderStorage(root: string): ObjectStorage {
  const fileOf = (key: string): string => {
    assertKey(key);
    return path.join(root, ...key.split('/'));
  };

  let isMarked = false;
  const assertThere = async () => {
    if (!isMarked) return;
    try {
      await access(path.join(root, MARK));
    } catch (cause) {
      throw new StorageAway(root, { cause });
    }
  };

  const writeTemporary = async (body: Uint8Array | Readable): Promise<string> => {
    const file = path.join(root, TEMPORARY, randomBytes(12).toString('hex'));
    try {
      if (body instanceof Readable) {
        await createFolderOf(file);
        await pipeline(body, createWriteStream(file, { flush: true }));
      } else await inFolder(file, () => writeFile(file, body, { flush: true }));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    return file;
  };

  const storage: ObjectStorage = {
    async put(key, body): Promise<ObjectInfo> {
      const target = fileOf(key);
      await assertThere();
      const temporary = await writeTemporary(body);
      const { size } = await stat(temporary);
      await inFolder(target, () => rename(temporary, target));
      await syncFolder(path.dirname(target));
      return { size };
    },

    async putIfAbsent(key, body) {
      const target = fileOf(key);
      await assertThere();
      const temporary = await writeTemporary(body);
      try {
        // link(2) fails atomically for an existing name; rename(2) would replace it.
        await inFolder(target, () => link(temporary, target));
        await syncFolder(path.dirname(target));
        return true;
      } catch (error) {
        if (hasCode(error, 'EEXIST')) return false;
        throw error;
      } finally {
        await unlink(temporary).catch((error: unknown) => {
          if (!hasCode(error, 'ENOENT')) throw error;
        });
      }
    },

    async get(key) {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
        await assertThere();
        throw new ObjectNotFound(key);
      }
    },

    async getStream(key, range) {
      if ((await storage.find(key)) === null) throw new ObjectNotFound(key);
      return createReadStream(fileOf(key), range);
    },

    async find(key) {
      try {
        const { size, mtime: modifiedAt } = await stat(fileOf(key));
        return { size, modifiedAt };
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
        await assertThere();
        return null;
      }
    },

    async delete(key) {
      await rm(fileOf(key), { force: true });
    },

    async *list(prefix) {
      await mkdir(root, { recursive: true, mode: MODE });
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const key = path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
        if (key.startsWith(prefix) && !key.startsWith(TEMPORARY) && key !== MARK) yield key;
      }
    },

    async removeUnfinished(before) {
      const folder = path.join(root, TEMPORARY);
      await mkdir(folder, { recursive: true, mode: MODE });
      let removed = 0;
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name);
        // Null when its writer has just renamed it.
        const left = await stat(file).catch(() => null);
        if (left === null || left.mtime >= before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },

    async check() {
      await assertThere();
      await mkdir(root, { recursive: true, mode: MODE });
      await writeFile(path.join(root, MARK), '', { flag: 'a', mode: 0o600 });
      isMarked = true;
      await rm(await writeTemporary(Buffer.from('probe')), { force: true });
    },
  };
  return storage;
}

async function createFolderOf(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: MODE });
}

/** Runs `work`, which creates `file`; creates the folder and repeats it if the folder is missing. */
async function inFolder(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    await createFolderOf(file);
    await work();
  }
}

/** Makes a new name durable: after a power cut the directory entry of a flushed file may be missing otherwise. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
