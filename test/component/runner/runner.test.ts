import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runNodeProgram } from '../../support/node-program.ts';
import { testFolder } from '../../support/stack/stack.ts';

const jest = path.join(import.meta.dirname, '../../../node_modules/jest/bin/jest.js');

test('in the second file of a process as in the first, a faulty test fails and a correct one passes', async () => {
  const outputFile = path.join(await testFolder('runner'), 'results.json');
  const args = [
    '--runInBand',
    '--testMatch',
    '**/runner/files/{one,two}.ts',
    '--json',
    '--outputFile',
    outputFile,
  ];
  expect(await runNodeProgram({ file: jest, args }).ended).toBe(1);

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
  expect(
    testResults.map(({ assertionResults }) =>
      assertionResults.map(({ fullName, status }) => [fullName, status]),
    ),
  ).toEqual([expected, expected]);
});
