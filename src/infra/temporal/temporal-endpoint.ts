import type { TemporalEndpoint, TemporalSecurity } from './connection-options.ts';
import { createDataConverter } from './data-converter.ts';
import { readPayloadKeys } from './payload-keys.ts';

interface TemporalSettings {
  TEMPORAL_ADDRESS?: string | undefined;
  TEMPORAL_NAMESPACE: string;
  PAYLOAD_KEYS: string;
  temporalSecurity: TemporalSecurity;
}

/** How to connect to Temporal, by the settings. */
export function temporalEndpointOf(settings: TemporalSettings): TemporalEndpoint {
  return {
    address: settings.TEMPORAL_ADDRESS ?? '127.0.0.1:7233',
    namespace: settings.TEMPORAL_NAMESPACE,
    security: settings.temporalSecurity,
    dataConverter: createDataConverter(readPayloadKeys(settings.PAYLOAD_KEYS).keys),
  };
}
