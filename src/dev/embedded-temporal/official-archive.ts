import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { addToCache } from './cache.ts';
import { ARCHIVES } from './pins.ts';
import { checkHash, PLATFORM, runCommand, type Source } from './source.ts';

/** Short, so that the next source is tried soon on a machine without network access. */
const RESPONDS_WITHIN_MS = 4_000;
const STALLED_AFTER_MS = 10_000;

/** The official release archive. */
export const officialArchive: Source = {
  name: 'the official archive',
  async get({ cacheDir, onProgress }) {
    const archive = ARCHIVES[PLATFORM];
    if (!archive) throw new Error(`no checked archive is known for ${PLATFORM}`);
    return addToCache(cacheDir, {
      isBuilt: false,
      fetchProgram: async (workDir) => {
        const file = path.join(workDir, 'temporal.tar.gz');
        await download({ url: archive.url, file, onProgress });
        await checkHash(file, archive.sha256);
        await runCommand({
          command: 'tar',
          args: ['-xzf', file, '-C', workDir, 'temporal'],
          timeoutMs: 120_000,
        });
        return path.join(workDir, 'temporal');
      },
    });
  },
};

interface Download {
  url: string;
  file: string;
  onProgress: (line: string) => void;
}

async function download({ url, file, onProgress }: Download): Promise<void> {
  const abort = new AbortController();
  let timer = setTimeout(() => abort.abort(), RESPONDS_WITHIN_MS);
  try {
    const response = await fetch(url, { signal: abort.signal });
    if (!response.ok || !response.body) throw new Error(`${url} responded with ${response.status}`);
    const total = Number(response.headers.get('content-length')) || 0;
    let received = 0;
    let shownTenth = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        clearTimeout(timer);
        timer = setTimeout(() => abort.abort(), STALLED_AFTER_MS);
        received += chunk.length;
        const tenth = total > 0 ? Math.floor((received / total) * 10) : 0;
        if (tenth > shownTenth) onProgress(`  ${tenth * 10} % of ${(total / 1e6).toFixed(0)} MB`);
        shownTenth = tenth;
        done(null, chunk);
      },
    });
    // The two declarations of a web stream differ; at run time they are one class.
    const body = Readable.fromWeb(response.body as ReadableStream);
    await pipeline(body, meter, createWriteStream(file), { signal: abort.signal });
  } catch (error) {
    if (abort.signal.aborted)
      throw new Error(`${new URL(url).host} did not respond in time`, { cause: error });
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(reason instanceof Error ? reason.message : String(reason), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
