import type { RunRecorder } from '../src/modules/runs/run-recorder.ts';
import type { Activities } from '../workflows/contracts.ts';

/** Writes which elements of a loop failed. Every error is retried. */
export function recordItems({ runRecorder }: { runRecorder: RunRecorder }): Activities['recordItems'] {
  return (failed) => runRecorder.recordItems(failed);
}
