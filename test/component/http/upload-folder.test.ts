import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { pino } from 'pino';
import type { App } from '../../../src/http/app-types.ts';
import { installUploads, registerFormRoutes, withForm } from '../../../src/http/uploads.ts';
import { multipart } from '../../support/multipart.ts';
import { until } from '../../support/until.ts';

test('an upload that cannot be removed afterwards is logged, and has no other effect', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'uploads-'));
  const folder = path.join(root, 'uploads');
  const lines: string[] = [];
  const loggerInstance = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const app = fastify({ loggerInstance }) as unknown as App;
  installUploads(app, { folder });
  const spec = { fields: {}, file: { name: 'file', maxBytes: 100, required: true } };
  registerFormRoutes(app, (forms) => {
    forms.post('/upload', (request) =>
      withForm(request, spec, async ({ file }) => {
        // No folder any more, and nothing can be looked for below it.
        await rm(folder, { recursive: true });
        await writeFile(folder, '');
        return { size: file?.size };
      }),
    );
  });
  const form = multipart([{ name: 'file', value: 'a,b', filename: 'a.csv' }]);
  const response = await app.inject({ method: 'POST', url: '/upload', ...form });
  expect([response.statusCode, response.json()]).toEqual([200, { size: 3 }]);
  await until(() => lines.some((line) => line.includes('could not be removed')));
  await app.close();
  await rm(root, { recursive: true });
});
