import type { Payload } from '@temporalio/common';
import Type from 'typebox';

/** Bytes in protobuf JSON: base64 or base64url. */
const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/_-]*={0,2}$' });

/** `temporal.api.common.v1.Payloads` in protobuf JSON, as Temporal's tools send it. */
export const payloadsSchema = Type.Object({
  payloads: Type.Array(
    Type.Object({
      metadata: Type.Optional(Type.Record(Type.String(), Base64)),
      data: Type.Optional(Base64),
    }),
    { maxItems: 10_000 },
  ),
});

export type PayloadsJson = Type.Static<typeof payloadsSchema>;

export function fromJson({ payloads }: PayloadsJson): Payload[] {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  return payloads.map(({ metadata = {}, data = '' }) => ({
    metadata: Object.fromEntries(Object.entries(metadata).map(([name, text]) => [name, bytes(text)])),
    data: bytes(data),
  }));
}

export function toJson(payloads: readonly Payload[]): PayloadsJson {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    payloads: payloads.map(({ metadata, data }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata ?? {}).map(([name, bytes]) => [name, text(bytes)]),
      ),
      ...(data && { data: text(data) }),
    })),
  };
}
