import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runNodeProgram } from '../../support/node-program.ts';
import { testFolder } from '../../support/stack/stack.ts';

const jest = path.join(import.meta.dirname, '../../../node_modules/jest/bin/jest.js');

test('in each file of a process, also after one that cannot be loaded, a faulty test fails and a correct one passes', async () => {
  const outputFile = path.join(await testFolder('runner'), 'results.json');
  const args = [
    '--runInBand',
    '--testMatch',
    '**/runner/files/{failing-set-up,one,two}.ts',
    '--json',
    '--outputFile',
    outputFile,
  ];
  const program = runNodeProgram({ file: jest, args });
  expect(await program.ended).toBe(1);

  interface Results {
    testResults: { assertionResults: { fullName: string; status: string }[] }[];
  }
  const { testResults } = JSON.parse(await readFile(outputFile, 'utf8')) as Results;
  const expected = [
    ['hangs', 'failed'],
    ['throws where no one waits', 'failed'],
    ['has a response that no route describes', 'failed'],
    ['set-up has failed', 'failed'],
    ['is right', 'passed'],
  ];
  const withTests = testResults.filter(({ assertionResults }) => assertionResults.length > 0);
  expect(
    withTests.map(({ assertionResults }) =>
      assertionResults.map(({ fullName, status }) => [fullName, status]),
    ),
  ).toEqual([expected, expected]);
  // The third file could not be loaded: its set-up failed, after it had opened something.
  expect(testResults).toHaveLength(3);
  expect(program.lines.join('\n')).toContain('closed after a failed set-up');
});
