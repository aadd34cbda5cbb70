import { Readable } from 'node:stream';
import { mapInOrder } from '../../../infra/map-in-order.ts';
import type { ObjectStorage } from '../../../infra/object-storage/object-storage.ts';

/** Objects read at once, and the size in bytes up to which an object is prefetched: 8 MiB of memory per archive. */
const CONCURRENCY = 8;
const SMALL = 1024 * 1024;

interface Stored {
  storageKey: string;
  size: number;
}

/**
 * Objects in the given order. Small ones are prefetched, because each read from a remote storage has its latency; large
 * ones are opened when it is their turn. Throws ObjectNotFound in the turn of a missing object.
 */
export async function* prefetch<T extends Stored>(
  storage: Pick<ObjectStorage, 'get' | 'getStream'>,
  objects: readonly T[],
): AsyncGenerator<{ object: T; source: Readable }> {
  const read = async (object: T) => ({
    object,
    bytes: object.size <= SMALL ? await storage.get(object.storageKey) : null,
  });
  for await (const { object, bytes } of mapInOrder(objects, CONCURRENCY, read)) {
    yield { object, source: bytes ? Readable.from([bytes]) : await storage.getStream(object.storageKey) };
  }
}
