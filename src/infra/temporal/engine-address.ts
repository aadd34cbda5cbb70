import type { Config } from '../../config.ts';
import type { EngineAddress } from './connection-options.ts';
import { createDataConverter } from './data-converter.ts';
import { readPayloadKeys } from './payload-keys.ts';

/** Where the engine is and how to talk to it, by the settings. */
export function engineAddressOf(config: Config): EngineAddress {
  return {
    address: config.TEMPORAL_ADDRESS ?? '127.0.0.1:7233',
    namespace: config.TEMPORAL_NAMESPACE,
    security: config.engineSecurity,
    dataConverter: createDataConverter(readPayloadKeys(config.PAYLOAD_KEYS).keys),
  };
}
