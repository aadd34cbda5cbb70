import type { RunRecorder } from '../src/modules/runs/run-recorder.ts';
import type { Activities } from '../workflows/contracts.ts';

/** Writes the end of a run. Every error is retried: a run must never be left without its end. */
export function recordRun({ runRecorder }: { runRecorder: RunRecorder }): Activities['recordRun'] {
  return (record) => runRecorder.record(record);
}
