import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { NativeConnectionOptions } from '@temporalio/worker';

/** Where the engine is. `embedded`: our own server on loopback, to which TLS and API-key settings do not apply. */
export interface EngineAddress {
  address: string;
  namespace: string;
  embedded: boolean;
}

/**
 * How to connect: TLS, API key and headers come from Temporal's own environment configuration (variables and file);
 * address and namespace from ours.
 */
export function connectionOptions({ address, embedded }: EngineAddress): NativeConnectionOptions {
  const given = embedded ? {} : loadClientConnectConfig().connectionOptions;
  return { ...given, address };
}
