import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleWorkflows, loadWorkflowBundle } from '../../workers/bundle.ts';
import { testFolder } from '../support/stack/stack.ts';

test.each(['node:fs', 'node:crypto', 'http'])(
  'workflow code that imports %s does not bundle',
  async (builtin) => {
    const folder = await testFolder('bundle');
    const file = path.join(folder, 'index.ts');
    await writeFile(
      file,
      `import * as builtin from '${builtin}';\nexport async function x() { return Object.keys(builtin); }\n`,
    );
    await expect(bundleWorkflows({ workflowsPath: file })).rejects.toThrow(builtin.replace('node:', ''));
  },
);

test('the bundle is made once, is cached, and has its source map', async () => {
  const cache = await testFolder('bundle-cache');
  const first = await loadWorkflowBundle(cache);
  expect(first.code).toContain('sourceMappingURL=data:application/json');
  const again = await loadWorkflowBundle(cache);
  expect(again.code).toBe(first.code);
});
