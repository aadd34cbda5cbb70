import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

// Its types describe the CommonJS build.
const { default: Runtime } = createRequire(import.meta.url)('jest-runtime') as typeof import('jest-runtime');
type Globals = Parameters<InstanceType<typeof Runtime>['setGlobalsForRuntime']>[0];

// A worker whose runner was killed has no one to report to, and may wait for ever for services that are gone.
process.once('disconnect', () => process.exit(1));

/** How often each file was loaded in this process. */
const loads = new Map<string, number>();

/**
 * Loads tests and what they test as Node does for users: the service's own loader, no transformation, no realm of
 * its own, and each module of the service once a process instead of once a test file. Jest itself stays apart.
 */
export default class NativeRuntime extends Runtime {
  override unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  /** Set-up files run for every test file, so they are loaded each time; their imports are not. */
  override async unstable_importModule(file: string): Promise<void> {
    const before = loads.get(file) ?? 0;
    loads.set(file, before + 1);
    const url = pathToFileURL(file);
    if (before > 0) url.searchParams.set('load', String(before + 1));
    await import(url.href);
  }

  override setGlobalsForRuntime(globals: Globals): void {
    super.setGlobalsForRuntime(globals);
    Object.assign(globalThis, globals);
  }
}
