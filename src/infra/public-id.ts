import { createHash, randomFillSync } from 'node:crypto';
import { decodeTime, monotonicFactory, ulid } from 'ulid';

/** Kinds of public ids. */
export type IdKind =
  | 'usr'
  | 'tpl'
  | 'wrk'
  | 'evt'
  | 'org'
  | 'sub'
  | 'chg'
  | 'run'
  | 'doc'
  | 'job'
  | 'inv'
  | 'key';

const ULID_PATTERN = '[0-7][0-9a-hjkmnp-tv-z]{25}';
/** Buffered random bytes: an id needs sixteen single ones, and each read from the system is a call. */
const stock = Buffer.alloc(4096);
let used = stock.length;

/** One of 256 values in [0, 1) from a CSPRNG, as the ULID library expects. */
function random(): number {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  return stock.readUInt8(used++) / 256;
}

const monotonic = monotonicFactory(random);

/** A new public id: kind, underscore, 26-character lower-case ULID with 80 random bits from a CSPRNG. */
export function createPublicId(kind: IdKind): string {
  return `${kind}_${ulid(undefined, random).toLowerCase()}`;
}

/**
 * A new public id that sorts after every earlier one of this process, also within one millisecond.
 * Events use it, so that their order does not depend on a timestamp alone.
 */
export function createOrderedPublicId(kind: IdKind): string {
  return `${kind}_${monotonic().toLowerCase()}`;
}

/** Regular expression source for ids of one kind, anchored. */
export function publicIdPattern(kind: IdKind): string {
  return `^${kind}_${ULID_PATTERN}$`;
}

/** Whether `value` is a well-formed id of this kind. */
export function isPublicId(kind: IdKind, value: string): boolean {
  let pattern = patterns.get(kind);
  if (pattern === undefined) {
    pattern = new RegExp(publicIdPattern(kind));
    patterns.set(kind, pattern);
  }
  return pattern.test(value);
}

/** Compiled once per kind: every request uses them. */
const patterns = new Map<IdKind, RegExp>();

/** The time an id was created, in milliseconds since 1970. Throws if it is not an id. */
export function timeOf(publicId: string): number {
  return decodeTime(publicId.slice(publicId.indexOf('_') + 1).toUpperCase());
}

/** The same ULID under another kind: the first run of `evt_X` is `run_X`. */
export function withKind(kind: IdKind, publicId: string): string {
  return `${kind}_${publicId.slice(publicId.indexOf('_') + 1)}`;
}

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * An id derived from others, so that a retried step creates the same id: the time of `origin`'s ULID and 80 bits of
 * SHA-256 over the parts.
 */
export function derivePublicId(kind: IdKind, origin: string, parts: readonly (string | number)[]): string {
  const time = origin.slice(origin.indexOf('_') + 1).slice(0, 10);
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, origin, ...parts]))
    .digest();
  let random = '';
  for (let i = 0; i < 16; i++) random += BASE32[(hash[i] ?? 0) & 31];
  return `${kind}_${time}${random}`;
}
