import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { endFile } from './after-file.ts';

// Its types describe the CommonJS build.
const { default: Runtime } = createRequire(import.meta.url)('jest-runtime') as typeof import('jest-runtime');
type Globals = Parameters<InstanceType<typeof Runtime>['setGlobalsForRuntime']>[0];

// A worker whose runner was killed has no one to report to, and may wait for ever for services that are gone.
process.once('disconnect', () => process.exit(1));

/** As `testTimeout` in jest.config.js, which does not apply while a file loads. */
const LOAD_LIMIT_MS = 600_000;

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
    try {
      await withinLimit(import(url.href), file);
    } catch (error) {
      // Jest runs no hooks of a file that cannot be loaded, for example because its set-up fails.
      await endFile();
      throw error;
    }
  }

  override setGlobalsForRuntime(globals: Globals): void {
    super.setGlobalsForRuntime(globals);
    Object.assign(globalThis, globals);
  }
}

async function withinLimit(loading: Promise<unknown>, file: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const error = new Error(`Loading ${file}, with its set-up, takes more than ${LOAD_LIMIT_MS} ms.`);
    timer = setTimeout(reject, LOAD_LIMIT_MS, error);
  });
  await Promise.race([loading, limit]).finally(() => clearTimeout(timer));
}
