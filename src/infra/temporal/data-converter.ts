import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { createPayloadCodec } from './payload-codec.ts';
import type { PayloadKeys } from './payload-keys.ts';

/** The module that encrypts failures; workflow code is bundled with it. */
export const failureConverterPath = fileURLToPath(new URL('failure-converter.ts', import.meta.url));

/** How clients and workers turn values into what the engine stores. Both need the same keys. */
export function createDataConverter(keys: PayloadKeys): DataConverter {
  return {
    // Also without keys: it then says which key an encrypted payload needs.
    payloadCodecs: [createPayloadCodec(keys)],
    ...(keys.encrypting !== null && { failureConverterPath }),
  };
}
