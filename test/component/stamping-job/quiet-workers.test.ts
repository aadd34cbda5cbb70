import { fileURLToPath } from 'node:url';
import { runNodeProgram } from '../../support/node-program.ts';

test("the console output of a PDF library in a thread is no part of the service's log", async () => {
  const file = fileURLToPath(new URL('../../support/stamping/compile-encrypted.ts', import.meta.url));
  const program = runNodeProgram({ file });
  expect(await program.ended).toBe(0);
  expect(program.lines).toEqual([expect.stringMatching(/^targets: [1-9]/)]);
});
