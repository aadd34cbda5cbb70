import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { openCachePart } from '../src/infra/cache-folder.ts';

/** Options of the workflow bundle. */
interface BundleOptions {
  /** Interceptor modules, of the version of Temporal's library. */
  interceptors?: string[];
  /** The module of the failure converter; default: the library's own. */
  failureConverterPath?: string | undefined;
}

const workflowsFolder = fileURLToPath(new URL('../workflows/', import.meta.url));
/** Bundles that were built ahead, beside the sources; the image has them. */
export const builtFolder = fileURLToPath(new URL('../built/', import.meta.url));

/**
 * The workflow code as one script with an inline source map, which the worker needs for readable stack traces.
 * Bundling takes seconds, so the result is kept under `cacheFolder` by a hash of everything it is made of; one that was
 * made ahead goes first.
 */
export async function loadWorkflowBundle(
  cacheFolder: string,
  options: BundleOptions = {},
): Promise<{ code: string }> {
  const name = `${await hashOfSources(options)}.js`;
  const cached = await openCachePart(cacheFolder, 'workflow-bundles');
  for (const folder of [path.join(builtFolder, 'workflow-bundles'), cached]) {
    const code = await readFile(path.join(folder, name), 'utf8').catch(() => null);
    if (code !== null) return { code };
  }
  const { code } = await bundleWorkflows(options);
  const file = path.join(cached, name);
  // Renamed into place, so that a start that was cut short leaves nothing that looks whole.
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, code);
  await rename(temporary, file);
  return { code };
}

/** Bundles the workflow code now. Throws, naming the place, when it reaches for Node's built-ins or does not compile. */
export async function bundleWorkflows({
  workflowsPath = path.join(workflowsFolder, 'index.ts'),
  interceptors = [],
  failureConverterPath,
}: BundleOptions & { workflowsPath?: string } = {}): Promise<{ code: string }> {
  const errors: string[] = [];
  const error = (message: string) => errors.push(message);
  try {
    return await bundleWorkflowCode({
      workflowsPath,
      workflowInterceptorModules: interceptors,
      // Our modules have no state, so all runs share them; else each run would evaluate them again.
      preloadModules: [workflowsPath],
      ...(failureConverterPath !== undefined && { failureConverterPath }),
      logger: { ...silent, error },
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The workflow code cannot be bundled. ${[reason, ...errors].join('\n')}`, { cause });
  }
}

async function hashOfSources({ interceptors = [], failureConverterPath }: BundleOptions): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(interceptors));
  hash.update(await readFile(fileURLToPath(import.meta.url)));
  if (failureConverterPath !== undefined) hash.update(await readFile(failureConverterPath));
  const files = await readdir(workflowsFolder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
    hash.update(`${file}\n`).update(await readFile(path.join(workflowsFolder, file)));
  }
  const { version } = createRequire(import.meta.url)('@temporalio/worker/package.json') as {
    version: string;
  };
  return hash.update(version).digest('hex').slice(0, 32);
}

const nothing = () => {};
/** The progress of the bundler is not logged. */
const silent = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing };
