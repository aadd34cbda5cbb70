import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/**
 * Passes an object through and fails at its end if size or hash differ from the record: an archive must not contain a
 * truncated or wrong document.
 */
export function requireWhole({ size, sha256 }: { size: number; sha256: string }): Transform {
  const hash = createHash('sha256');
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      seen += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      const isWhole = seen === size && hash.digest('hex') === sha256;
      done(isWhole ? null : new Error('A stored document differs from its record.'));
    },
  });
}
