import { pino } from 'pino';
import { createTemplateFiles } from '../../../src/modules/templates/template-files.ts';

test('an unexpected error rejects the file, is not shown to the user and is logged', async () => {
  const lines: string[] = [];
  const files = createTemplateFiles({
    storage: {} as Parameters<typeof createTemplateFiles>[0]['storage'],
    sandbox: { run: () => Promise.reject(new TypeError('numbers.get is not a function')) },
    logger: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
    maxPages: 10,
  });
  const inspected = files.inspect({
    path: '/upload.pdf',
    size: 1,
    folder: '/',
    owner: 'anna',
    signal: new AbortController().signal,
  });
  await expect(inspected).rejects.toMatchObject({ code: 'PDF_DAMAGED' });
  await expect(inspected).rejects.not.toThrow(/numbers/);
  expect(lines.join('')).toContain('numbers.get is not a function');
});
