import { Readable } from 'node:stream';
import type { ObjectStorage } from '../../../infra/object-storage/object-storage.ts';

/** What is read before its turn, and how large each may be, in bytes: 8 MiB of memory an archive. */
const AHEAD = 8;
const SMALL = 1024 * 1024;

interface Stored {
  storageKey: string;
  size: number;
}

/**
 * Objects in the order given. Small ones are read before their turn, because a storage over the network answers each
 * only after a while; a large one is opened in its turn. Throws ObjectNotFound in the turn of what is missing.
 */
export async function* readAhead<T extends Stored>(
  storage: Pick<ObjectStorage, 'get' | 'getStream'>,
  objects: readonly T[],
): AsyncGenerator<{ object: T; source: Readable }> {
  const early = new Map<T, Promise<Uint8Array>>();
  for (const [index, object] of objects.entries()) {
    for (const next of objects.slice(index, index + AHEAD)) {
      if (next.size > SMALL || early.has(next)) continue;
      const read = storage.get(next.storageKey);
      // Whoever waits in its turn is told; nobody may by then.
      read.catch(() => {});
      early.set(next, read);
    }
    const bytes = await early.get(object);
    early.delete(object);
    yield { object, source: bytes ? Readable.from([bytes]) : await storage.getStream(object.storageKey) };
  }
}
