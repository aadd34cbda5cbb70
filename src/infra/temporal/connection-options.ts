import type { DataConverter } from '@temporalio/common';
import type { NativeConnectionOptions } from '@temporalio/worker';

/** TLS, API key and headers for a cluster. */
export type TemporalSecurity = Pick<NativeConnectionOptions, 'tls' | 'apiKey' | 'metadata'>;

/** How to connect to Temporal. */
export interface TemporalEndpoint {
  /** `host:port`. */
  address: string;
  namespace: string;
  /** Absent for the embedded server. */
  security?: TemporalSecurity;
  /** Must be the same for all clients and workers. */
  dataConverter?: DataConverter;
}

/** Options for any of Temporal's clients. */
export function connectionOptions({ address, security }: TemporalEndpoint): NativeConnectionOptions {
  return { ...security, address };
}
