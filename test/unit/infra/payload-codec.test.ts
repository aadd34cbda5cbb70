import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import fc from 'fast-check';
import { createPayloadCodec, PayloadUnreadable } from '../../../src/infra/temporal/payload-codec.ts';
import { readPayloadKeys } from '../../../src/infra/temporal/payload-keys.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const codecFor = (text: string) => createPayloadCodec(readPayloadKeys(text).keys);
const [old, recent] = [key('old'), key('recent')];
const before = codecFor(old);
const after = codecFor(`${recent},${old}`);

const toPayload = (value: unknown): Payload => defaultPayloadConverter.toPayload(value);

const bytes = fc.uint8Array({ maxLength: 400 });
const payloads = fc.array(
  fc.record({ metadata: fc.dictionary(fc.string(), bytes, { maxKeys: 4 }), data: bytes }),
  { maxLength: 4 },
);
const plain = (given: readonly Payload[]) =>
  given.map(({ metadata, data }) => ({
    metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, [...value]])),
    data: [...(data ?? [])],
  }));

test('any payload comes back as it was, with the key that encrypted it in any place', async () => {
  await fc.assert(
    fc.asyncProperty(payloads, async (given) => {
      const sent = await before.encode(given);
      expect(plain(await before.decode(sent))).toEqual(plain(given));
      expect(plain(await after.decode(sent))).toEqual(plain(given));
      expect(plain(await after.decode(await after.encode(given)))).toEqual(plain(given));
    }),
  );
});

test('one bit changed anywhere in the encrypted data is noticed', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, fc.nat(), fc.nat(7), async (data, position, bit) => {
      const [sent = {}] = await before.encode([{ metadata: {}, data }]);
      const changed = Buffer.from(sent.data ?? []);
      const at = position % changed.length;
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at);
      await expect(before.decode([{ ...sent, data: changed }])).rejects.toThrow(PayloadUnreadable);
    }),
  );
});

test('shortened data is noticed, also where no tag is left', async () => {
  const [sent = {}] = await before.encode([toPayload({ a: 1 })]);
  for (let length = 0; length < (sent.data?.length ?? 0); length++) {
    const cut = { ...sent, data: Buffer.from(sent.data ?? []).subarray(0, length) };
    await expect(before.decode([cut])).rejects.toThrow(/cannot be decrypted with the key "old"/);
  }
});

test('a payload does not pass for one of another key, even of the same bytes', async () => {
  const twin = codecFor(old.replace('old', 'twin'));
  const [sent = {}] = await before.encode([toPayload('x')]);
  const renamed = { ...sent, metadata: { ...sent.metadata, 'encryption-key-id': Buffer.from('twin') } };
  await expect(twin.decode([renamed])).rejects.toThrow(/cannot be decrypted with the key "twin"/);
});

test('a missing key is named, with what to do', async () => {
  const sent = await before.encode([toPayload('x')]);
  for (const without of [codecFor(recent), codecFor('')]) {
    await expect(without.decode(sent)).rejects.toThrow(
      /the key "old", which PAYLOAD_KEYS does not have\. Put the key back/,
    );
  }
});

test('another key of the same id is reported', async () => {
  const sent = await before.encode([toPayload('x')]);
  await expect(codecFor(key('old')).decode(sent)).rejects.toThrow(/another key of this id/);
});

test('data sent before there were keys is read unchanged, and without keys nothing is encrypted', async () => {
  const given = [toPayload({ marker: 'open' })];
  expect(await after.decode(given)).toEqual(given);
  for (const none of [codecFor(''), codecFor(`plain,${old}`)])
    expect(await none.encode(given)).toEqual(given);
  expect(plain(await codecFor(`plain,${old}`).decode(await before.encode(given)))).toEqual(plain(given));
});

test('nothing of a payload can be seen, no nonce comes twice, and it grows by little', async () => {
  const text = 'marker-7731';
  const payload = toPayload(text);
  const sent = await after.encode(Array.from({ length: 500 }, () => payload));
  const nonces = new Set(sent.map(({ data }) => Buffer.from(data ?? []).toString('hex', 0, 12)));
  expect(nonces.size).toBe(500);
  const [first = {}] = sent;
  expect(Buffer.from(first.data ?? []).includes(text)).toBe(false);
  expect(Buffer.from(first.metadata?.encoding ?? []).toString()).toBe('binary/encrypted');
  expect(Buffer.from(first.metadata?.['encryption-key-id'] ?? []).toString()).toBe('recent');
  const large = toPayload('x'.repeat(1024 * 1024));
  const [encrypted = {}] = await after.encode([large]);
  expect((encrypted.data?.length ?? 0) - (large.data?.length ?? 0)).toBeLessThan(100);
});
