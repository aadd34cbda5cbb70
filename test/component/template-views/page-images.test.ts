import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { PNG } from 'pngjs';
import { createFolderStorage } from '../../../src/infra/object-storage/folder-storage.ts';
import { createPageImages } from '../../../src/modules/templates/views/page-images.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { makeForm } from '../../support/stamping/harness.ts';

const anna = { owner: 'anna', signal: new AbortController().signal };

const folder = await mkdtemp(path.join(tmpdir(), 'page-images-'));
const temporaryFolder = await mkdtemp(path.join(folder, 'tmp-'));
const storage = createFolderStorage(path.join(folder, 'storage'));
const limits = { processes: 1, maxQueue: 4, jobsPerProcess: 100, timeoutMs: 60_000 };
const sandbox = createSandbox({ ...limits, maxMemoryBytes: 512 * 1024 * 1024 });
const images = createPageImages({ storage, sandbox, temporaryFolder, logger: pino({ level: 'silent' }) });
await storage.put('templates/good.pdf', await makeForm((form, add) => add(form.createTextField('Name'))));
await storage.put('templates/bad.pdf', Buffer.from('%PDF-1.7\nnothing that could be drawn'));
afterEach(async () => expect(await readdir(temporaryFolder)).toEqual([]));
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

test('a page is drawn, and nothing stays on disk', async () => {
  const png = await images.draw('templates/good.pdf', 1, anna);
  expect(PNG.sync.read(Buffer.from(png))).toMatchObject({ width: 1200, height: 1200 });
});

test('a page that the renderer cannot read has no image, and the next page is drawn', async () => {
  await expect(images.draw('templates/bad.pdf', 1, anna)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await images.draw('templates/good.pdf', 1, anna)).length).toBeGreaterThan(100);
});

test('a template that was deleted meanwhile is not found', async () => {
  await expect(images.draw('templates/gone.pdf', 1, anna)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'The template was not found.',
  });
});

test('a client that disconnects aborts the drawing with its reason', async () => {
  const client = new AbortController();
  const drawing = images.draw('templates/good.pdf', 1, { owner: 'anna', signal: client.signal });
  const reason = new Error('gone');
  client.abort(reason);
  await expect(drawing).rejects.toBe(reason);
});
