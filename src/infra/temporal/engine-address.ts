import type { EngineAddress, EngineSecurity } from './connection-options.ts';
import { createDataConverter } from './data-converter.ts';
import { readPayloadKeys } from './payload-keys.ts';

export interface EngineSettings {
  TEMPORAL_ADDRESS?: string | undefined;
  TEMPORAL_NAMESPACE: string;
  PAYLOAD_KEYS: string;
  engineSecurity: EngineSecurity;
}

/** How to connect to Temporal, by the settings. */
export function engineAddressOf(settings: EngineSettings): EngineAddress {
  return {
    address: settings.TEMPORAL_ADDRESS ?? '127.0.0.1:7233',
    namespace: settings.TEMPORAL_NAMESPACE,
    security: settings.engineSecurity,
    dataConverter: createDataConverter(readPayloadKeys(settings.PAYLOAD_KEYS).keys),
  };
}
