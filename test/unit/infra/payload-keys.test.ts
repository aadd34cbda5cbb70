import { randomBytes } from 'node:crypto';
import { loadConfig } from '../../../src/config.ts';
import { readPayloadKeys } from '../../../src/infra/temporal/payload-keys.ts';

const key = () => randomBytes(32).toString('base64');

test('the first key encrypts, all decrypt', () => {
  const { keys, problems } = readPayloadKeys(`b:${key()}, a:${randomBytes(32).toString('base64url')}`);
  expect(problems).toEqual([]);
  expect(keys.encrypting?.id).toBe('b');
  expect([...keys.byId.keys()]).toEqual(['b', 'a']);
});

test.each([
  ['', []],
  [`plain,a:${key()}`, ['a']],
  ['plain', []],
])('%s encrypts nothing', (text, ids) => {
  const { keys, problems } = readPayloadKeys(text);
  expect(problems).toEqual([]);
  expect(keys.encrypting).toBeNull();
  expect([...keys.byId.keys()]).toEqual(ids);
});

test('every wrong key is named at the start, with what to do, and none is repeated', () => {
  const same = key();
  const wrong = [
    `a:${same}`,
    `a:${key()}`,
    `b:${same}`,
    `c:${randomBytes(16).toString('base64')}`,
    'd',
    `no id:${key()}`,
    'plain',
    '',
  ].join(',');
  let said = '';
  try {
    loadConfig({ PAYLOAD_KEYS: wrong });
  } catch (error) {
    said = String(error);
  }
  expect(said.match(/PAYLOAD_KEYS: /g)).toHaveLength(7);
  expect(said).toContain('the id a is a duplicate');
  expect(said).toContain('a and b are the same key');
  expect(said).toContain('the key c must have 32 bytes, got 16; create a key: openssl rand -base64 32');
  for (const entry of [5, 6, 7, 8]) expect(said).toContain(`the ${entry}. entry is not of the form id:key`);
  for (const secret of wrong.split(/[,:]/).filter((part) => part.length > 20))
    expect(said).not.toContain(secret);
});
