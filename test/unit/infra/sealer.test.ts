import { createSealer } from '../../../src/infra/sealer.ts';

const sealer = createSealer('a secret of at least thirty-two characters');

test('what is sealed can be opened, and looks different each time', () => {
  const sealed = sealer.seal('GEZDGNBVGY3TQOJQ ü', 'totp:1');
  expect(sealer.open(sealed, 'totp:1')).toBe('GEZDGNBVGY3TQOJQ ü');
  expect(sealed).not.toContain('GEZDGNBV');
  expect(sealer.seal('GEZDGNBVGY3TQOJQ ü', 'totp:1')).not.toBe(sealed);
});

test('another context, another secret, a changed byte or something else opens nothing', () => {
  const sealed = sealer.seal('secret', 'totp:1');
  expect(sealer.open(sealed, 'totp:2')).toBeNull();
  expect(createSealer('another secret of thirty-two characters').open(sealed, 'totp:1')).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(sealer.open(changed.toString('base64url'), 'totp:1')).toBeNull();
  }
  for (const other of ['', 'x', 'GEZDGNBVGY3TQOJQ']) expect(sealer.open(other, 'totp:1')).toBeNull();
});
