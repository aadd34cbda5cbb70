import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { memorySettings } from '../../src/dev/memory-settings.ts';

const root = path.join(import.meta.dirname, '../..');

test('npm start and the image run the service with the settings that save memory', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
  for (const [name, value] of Object.entries(memorySettings)) {
    expect(scripts.start.split(' ')).toContain(name === 'NODE_OPTIONS' ? value : `${name}=${value}`);
    expect(dockerfile.split(/\s+/)).toContain(`${name}=${value}`);
  }
});
