import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDataFolder, readRunningParts } from '../../../src/dev/data-folder.ts';
import { testFolder } from '../../support/stack/stack.ts';

const api = { pid: 12, url: 'http://127.0.0.1:3000' };

test('a second program on one folder is rejected and learns who has it', async () => {
  const folder = path.join(await testFolder('data'), 'new');
  const first = await openDataFolder({ folder, use: 'whole' });
  await first.publish({ api });
  await expect(openDataFolder({ folder, use: 'whole' })).rejects.toThrow(
    /in use by process 12 at http:\/\/127\.0\.0\.1:3000\. Stop that process first, or set DATA_DIR/,
  );
  await first.close();
  const next = await openDataFolder({ folder, use: 'whole' });
  await next.close();
});

test('an API and a worker with services of their own may share a folder, two APIs not', async () => {
  const folder = await testFolder('data');
  const first = await openDataFolder({ folder, use: 'api' });
  await first.publish({ api });
  const second = await openDataFolder({ folder, use: 'worker' });
  await second.publish({ worker: { pid: 13, url: 'http://127.0.0.1:3001' } });
  expect(Object.keys(await readRunningParts(folder)).sort()).toEqual(['api', 'worker']);
  await expect(openDataFolder({ folder, use: 'api' })).rejects.toThrow('in use by process 12');
  await first.close();
  expect(Object.keys(await readRunningParts(folder))).toEqual(['worker']);
  await second.close();
});

test('the status of a killed program is forgotten, and only its owner can read it', async () => {
  const folder = await testFolder('data');
  const first = await openDataFolder({ folder, use: 'whole' });
  await first.publish({ postgres: { pid: 14, url: 'postgresql://postgres:secret@127.0.0.1:5432/postgres' } });
  const file = path.join(folder, 'run.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await first.close();
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({});
});

test('a folder that cannot be created is an error with advice', async () => {
  const file = path.join(await testFolder('data'), 'file');
  await writeFile(file, '');
  await expect(openDataFolder({ folder: path.join(file, 'data'), use: 'whole' })).rejects.toThrow(
    'Set DATA_DIR',
  );
});

test('a folder that can be locked but not written is named with what to do, and the lock let go', async () => {
  const folder = await testFolder('data');
  // As with a folder of another user, also where the tests run as root.
  await mkdir(path.join(folder, 'run.json'));
  await expect(openDataFolder({ folder, use: 'whole' })).rejects.toThrow(
    /The data folder is not writable \(\S+run\.json: .*\)\. Set DATA_DIR to a writable folder/,
  );
  await rm(path.join(folder, 'run.json'), { recursive: true });
  await (await openDataFolder({ folder, use: 'whole' })).close();
});
