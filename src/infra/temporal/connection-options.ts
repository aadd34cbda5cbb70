import type { DataConverter } from '@temporalio/common';
import type { NativeConnectionOptions } from '@temporalio/worker';

/** What a cluster asks for beside its address: TLS, an API key, headers. */
export type EngineSecurity = Pick<NativeConnectionOptions, 'tls' | 'apiKey' | 'metadata'>;

/** Where the engine is and how to talk to it. */
export interface EngineAddress {
  /** `host:port`. */
  address: string;
  namespace: string;
  /** Nothing for our own server on loopback. */
  security?: EngineSecurity;
  /** Of all clients and workers the same. */
  dataConverter?: DataConverter;
}

/** How to connect, with any of the engine's clients. */
export function connectionOptions({ address, security }: EngineAddress): NativeConnectionOptions {
  return { ...security, address };
}
