import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig, settingsSchema } from '../../src/config.ts';

const lines = async () => {
  const text = await readFile(path.join(import.meta.dirname, '../../.env.example'), 'utf8');
  return [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
};

test('.env.example names every setting once and no other', async () => {
  const names = (await lines()).map(([name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(settingsSchema.properties).toSorted());
});

test('the values in .env.example are the defaults', async () => {
  const shown = Object.fromEntries(await lines());
  expect(loadConfig(shown)).toEqual(loadConfig({}));
});
