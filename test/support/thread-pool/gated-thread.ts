/** A thread of a pool whose tasks wait until the test opens their gate: a cell of shared memory. */
import { runThreadProgram } from '../../../src/infra/thread-pool/thread-program.ts';

export type GatedTask =
  | { kind: 'wait'; gate: Int32Array; name: string }
  | { kind: 'fail'; message: string }
  | { kind: 'fill memory' }
  | { kind: 'exit' };

runThreadProgram<GatedTask>({
  perform: (task) => {
    switch (task.kind) {
      case 'wait':
        Atomics.wait(task.gate, 0, 0);
        return task.name;
      case 'fail':
        throw new RangeError(task.message);
      case 'fill memory':
        return fillMemory();
      case 'exit':
        return process.exit(3);
    }
  },
  serializeError: (error) => (error as Error).message,
});

function fillMemory(): never {
  const texts: string[][] = [];
  for (;;) texts.push(Array.from({ length: 10_000 }, (_, index) => `text ${index}`));
}
