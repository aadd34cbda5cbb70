import type { Draw } from '../../../scripts/generate/examples/random.ts';

/** Boundary values. */
const edges = [0, 1, 0x7f, 0x80, 0xfe, 0xff];

/** Changes a few bytes at a random position. Inserted pieces come from `other`. */
export function mutateBytes(draw: Draw, bytes: Buffer, other: Buffer): Buffer {
  const at = draw.between(0, Math.max(0, bytes.length - 1));
  const length = draw.between(1, draw.chance(80) ? 16 : 2000);
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(at + length);
  switch (draw.between(1, 7)) {
    case 1:
      return replaced(bytes, at, (bytes[at] ?? 0) ^ (1 << draw.between(0, 7)));
    case 2:
      return replaced(bytes, at, draw.pick(edges));
    case 3:
      return Buffer.concat([before, after]);
    case 4:
      return Buffer.concat([before, bytes.subarray(at, at + length), bytes.subarray(at)]);
    case 5:
      return draw.chance(20) ? Buffer.from(before) : Buffer.concat([before, after]);
    default: {
      const from = draw.between(0, Math.max(0, other.length - length));
      const chunk = other.subarray(from, from + length);
      return Buffer.concat([before, chunk, draw.chance(50) ? bytes.subarray(at) : after]);
    }
  }
}

function replaced(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  if (at < copy.length) copy[at] = value;
  return copy;
}
