import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { createPayloadCodec } from './payload-codec.ts';
import type { PayloadKeys } from './payload-keys.ts';

/** The module that encrypts failures. It is part of the workflow bundle. */
export const failureConverterPath = fileURLToPath(new URL('failure-converter.ts', import.meta.url));

/** Converts values to payloads. Clients and workers need the same keys. */
export function createDataConverter(keys: PayloadKeys): DataConverter {
  return {
    // Also without keys: its error then names the key that an encrypted payload needs.
    payloadCodecs: [createPayloadCodec(keys)],
    ...(keys.encrypting !== null && { failureConverterPath }),
  };
}
