import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import type { PayloadKey, PayloadKeys } from './payload-keys.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Metadata by which Temporal's tools recognize an encrypted payload. */
const ENCODING = 'encoding';
const ENCRYPTED = 'binary/encrypted';
const CIPHER_NAME = 'encryption-cipher';
const KEY_ID = 'encryption-key-id';

/** A payload that cannot be decrypted; the message contains advice. */
export class PayloadUnreadable extends Error {}

/**
 * Encrypts payloads with AES-256-GCM: each one whole, including its metadata, with its own nonce. Payloads that are not
 * encrypted pass unchanged, so that earlier runs continue.
 */
export function createPayloadCodec({ encrypting, byId }: PayloadKeys): PayloadCodec {
  return {
    async encode(payloads) {
      return encrypting === null ? payloads : payloads.map((payload) => encrypt(payload, encrypting));
    },
    async decode(payloads) {
      return payloads.map((payload) => (isEncrypted(payload) ? decrypt(payload, byId) : payload));
    },
  };
}

function isEncrypted(payload: Payload): boolean {
  return readMetadata(payload, ENCODING) === ENCRYPTED;
}

function encrypt(payload: Payload, { id, secret }: PayloadKey): Payload {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, secret, nonce).setAAD(boundTo(id));
  const text = proto.temporal.api.common.v1.Payload.encode(payload).finish();
  return {
    metadata: {
      [ENCODING]: Buffer.from(ENCRYPTED),
      [CIPHER_NAME]: Buffer.from(CIPHER),
      [KEY_ID]: Buffer.from(id),
    },
    data: Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]),
  };
}

function decrypt(payload: Payload, byId: PayloadKeys['byId']): Payload {
  const id = readMetadata(payload, KEY_ID);
  const key = byId.get(id);
  if (key === undefined) {
    throw new PayloadUnreadable(
      `A payload is encrypted with the key ${JSON.stringify(id)}, which PAYLOAD_KEYS does not have. ` +
        'Put the key back at the end of the list and restart the worker.',
    );
  }
  const data = payload.data ?? new Uint8Array();
  try {
    const decipher = createDecipheriv(CIPHER, key.secret, data.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(boundTo(id)).setAuthTag(data.subarray(-TAG_BYTES));
    const text = decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES));
    return proto.temporal.api.common.v1.Payload.decode(Buffer.concat([text, decipher.final()]));
  } catch (cause) {
    throw new PayloadUnreadable(
      `A payload cannot be decrypted with the key ${JSON.stringify(id)}: it was encrypted with another key of this id, ` +
        'or it was changed later. Check that PAYLOAD_KEYS is the same in all processes.',
      { cause },
    );
  }
}

/** Additional authenticated data: binds a payload to its key id and cipher. */
function boundTo(id: string): Buffer {
  return Buffer.from(`${CIPHER}:${id}`);
}

function readMetadata({ metadata }: Payload, name: string): string {
  return Buffer.from(metadata?.[name] ?? []).toString();
}
