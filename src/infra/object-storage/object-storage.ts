import type { Readable } from 'node:stream';

/** Facts about a stored object. `size` in bytes. */
export interface ObjectInfo {
  size: number;
}

/** Facts about an existing object. */
interface StoredObject extends ObjectInfo {
  modifiedAt: Date;
}

/**
 * Object storage as the service needs it. Keys consist of lower-case letters, digits and `_ - . /`, and never contain user
 * input. Every adapter passes the same tests.
 */
export interface ObjectStorage {
  /** Stores bytes atomically under `key`; replaces an existing object. */
  put(key: string, body: Uint8Array | Readable): Promise<ObjectInfo>;
  /** Stores bytes only if the key does not exist. Returns whether this call stored them. */
  putIfAbsent(key: string, body: Uint8Array): Promise<boolean>;
  /** The whole object. Throws ObjectNotFound. */
  get(key: string): Promise<Uint8Array>;
  /** The object as a stream, `range` inclusive in bytes. Throws ObjectNotFound before the first byte. */
  getStream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Facts about the object, or null. */
  find(key: string): Promise<StoredObject | null>;
  /** Removes the object; no error if there is none. */
  delete(key: string): Promise<void>;
  /** Keys that begin with `prefix`, in no order. */
  list(prefix: string): AsyncIterable<string>;
  /** Removes the remains of writes that were interrupted before this time. Returns their number. */
  removeUnfinished(before: Date): Promise<number>;
  /** Writes and removes a probe; throws when the storage cannot be written. */
  check(): Promise<void>;
}

/** No object has this key. */
export class ObjectNotFound extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`No object is stored under ${key}.`);
    this.name = 'ObjectNotFound';
    this.key = key;
  }
}

/** The whole storage is unavailable, for example not mounted; whether an object exists is unknown. */
export class StorageAway extends Error {
  /** The system's code for a missing device, which counts as a temporary fault. */
  readonly code = 'ENODEV';

  constructor(where: string, options: ErrorOptions) {
    super(`The storage ${where} is no longer available. Check that it is mounted.`, options);
    this.name = 'StorageAway';
  }
}

const KEY = /^[a-z0-9][a-z0-9_.-]*(\/[a-z0-9][a-z0-9_.-]*)*$/;

/** Throws on a malformed key; the last defence against path traversal. */
export function assertKey(key: string): void {
  if (!KEY.test(key) || key.includes('..') || key.length > 512)
    throw new Error(`Not an object key: ${JSON.stringify(key)}`);
}
