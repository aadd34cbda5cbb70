import { startMain } from '../../support/program.ts';
import { testFolder } from '../../support/stack/stack.ts';

/**
 * A supervisor may end a start at any moment. Errors that the start then meets, above all from its own closed database,
 * are no fault: no alarm, and the exit code of a normal end.
 */
test.each(['embedded services', 'database', 'storage'])(
  'a SIGTERM once %s is there ends the start in good order',
  async (step) => {
    const program = startMain({ DATA_DIR: await testFolder('cut-start'), LOG_LEVEL: 'debug' });
    await program.line(new RegExp(`started ${step}`));
    program.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    expect(program.lines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  },
);
