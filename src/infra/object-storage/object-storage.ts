import type { Readable } from 'node:stream';

/** Facts about a stored object. `size` in bytes. */
export interface ObjectInfo {
  size: number;
}

/** Facts about an object that is there. */
export interface StoredObject extends ObjectInfo {
  modifiedAt: Date;
}

/**
 * Object storage as the service needs it. Keys are made by the service alone, of lower-case letters, digits,
 * `_ - . /`; never of a user's text. Every adapter passes the same port tests.
 */
export interface ObjectStorage {
  /** Stores bytes under `key`, whole or not at all; an existing object is replaced. */
  put(key: string, body: Uint8Array | Readable): Promise<ObjectInfo>;
  /** Stores bytes only if nothing has the key yet. Answers whether this call stored them. */
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
  /** Removes what writes that were cut off before that moment have left. Answers how many of them. */
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

/** The whole storage is gone for now, perhaps not mounted: no object can be said to be missing. */
export class StorageAway extends Error {
  /** As the system says it of a device that is not there: a fault that passes. */
  readonly code = 'ENODEV';

  constructor(where: string, options: ErrorOptions) {
    super(`The storage ${where} is not there as it was at the start. Is it mounted?`, options);
    this.name = 'StorageAway';
  }
}

const KEY = /^[a-z0-9][a-z0-9_.-]*(\/[a-z0-9][a-z0-9_.-]*)*$/;

/** Throws on a key that no part of the service would make; the last guard against path traversal. */
export function assertKey(key: string): void {
  if (!KEY.test(key) || key.includes('..') || key.length > 512)
    throw new Error(`Not an object key: ${JSON.stringify(key)}`);
}
