import module from 'node:module';
import path from 'node:path';

/**
 * Keeps compiled code in this folder, which belongs to the service, so that the next start of the program, of a thread
 * or of a child process loads it instead of stripping types and compiling again. A folder that cannot be written is
 * ignored: the cache saves time, nothing depends on it.
 */
export function enableCompileCache(folder: string): void {
  module.enableCompileCache(folder);
}

/**
 * Environment that gives a thread or child process a cache; empty if the program has none. Processes that read
 * untrusted files get a folder of their own (`name`), so that nothing they write is loaded by the program.
 */
export function compileCacheEnv(name = ''): Record<string, string> {
  const folder = module.getCompileCacheDir();
  // Node adds a folder per version of its own to the one it is given.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.join(path.dirname(folder), name) };
}

/** Saves the code compiled since the start. Call it early: a killed process does not save the cache when it ends. */
export function flushCompileCache(): void {
  module.flushCompileCache();
}
