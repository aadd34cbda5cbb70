import type { Metrics } from '../metrics/metrics.ts';
import { ObjectNotFound, type ObjectStorage } from './object-storage.ts';

/** The same storage with timed operations. A missing object does not count as a failure. */
export function measureStorage(
  storage: ObjectStorage,
  { storage: histogram }: Pick<Metrics, 'storage'>,
): ObjectStorage {
  const timed =
    <Args extends unknown[], Result>(operation: string, run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const end = histogram.startTimer({ operation });
      try {
        const result = await run(...args);
        end({ outcome: 'ok' });
        return result;
      } catch (error) {
        end({ outcome: error instanceof ObjectNotFound ? 'missing' : 'failed' });
        throw error;
      }
    };
  return {
    put: timed('put', storage.put),
    putIfAbsent: timed('putIfAbsent', storage.putIfAbsent),
    get: timed('get', storage.get),
    getStream: timed('getStream', storage.getStream),
    find: timed('find', storage.find),
    delete: timed('delete', storage.delete),
    list: storage.list,
    removeUnfinished: timed('removeUnfinished', storage.removeUnfinished),
    check: timed('check', storage.check),
  };
}
