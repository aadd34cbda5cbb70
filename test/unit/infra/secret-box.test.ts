import { createSecretBox } from '../../../src/infra/secret-box.ts';
import { createSecretKeys } from '../../../src/infra/secret-keys.ts';

const OLD = 'a secret of at least thirty-two characters';
const NEW = 'another secret of thirty-two characters';
const secretBox = createSecretBox(createSecretKeys(OLD));

test('a sealed secret can be opened, and looks different each time', () => {
  const sealed = secretBox.seal('GEZDGNBVGY3TQOJQ ü', 'totp:1');
  expect(secretBox.open(sealed, 'totp:1')).toBe('GEZDGNBVGY3TQOJQ ü');
  expect(sealed).not.toContain('GEZDGNBV');
  expect(secretBox.seal('GEZDGNBVGY3TQOJQ ü', 'totp:1')).not.toBe(sealed);
});

test('another context, another secret, a changed byte or something else opens nothing', () => {
  const sealed = secretBox.seal('secret', 'totp:1');
  expect(secretBox.open(sealed, 'totp:2')).toBeNull();
  expect(createSecretBox(createSecretKeys(NEW)).open(sealed, 'totp:1')).toBeNull();
  const [id = '', text = ''] = sealed.split('.');
  const bytes = Buffer.from(text, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(secretBox.open(`${id}.${changed.toString('base64url')}`, 'totp:1')).toBeNull();
  }
  for (const other of ['', '.', 'x', `${id}.`, `.${text}`, `x${id}.${text}`, 'GEZDGNBVGY3TQOJQ']) {
    expect(secretBox.open(other, 'totp:1')).toBeNull();
  }
});

test('a new secret seals, and the previous one still opens; without it nothing does', () => {
  const old = secretBox.seal('secret', 'totp:1');
  const both = createSecretBox(createSecretKeys(NEW, OLD));
  expect(both.open(old, 'totp:1')).toBe('secret');
  expect(old.startsWith(both.currentPrefix)).toBe(false);
  const fresh = both.seal('secret', 'totp:1');
  expect(fresh.startsWith(both.currentPrefix)).toBe(true);
  expect(secretBox.open(fresh, 'totp:1')).toBeNull();
  expect(createSecretBox(createSecretKeys(NEW)).open(fresh, 'totp:1')).toBe('secret');
});

test('a secret sealed before seals named their key is opened by whichever key fits', () => {
  const [, unnamed = ''] = secretBox.seal('secret', 'totp:1').split('.');
  expect(createSecretBox(createSecretKeys(NEW, OLD)).open(unnamed, 'totp:1')).toBe('secret');
  expect(createSecretBox(createSecretKeys(NEW)).open(unnamed, 'totp:1')).toBeNull();
});
