import { writeSync } from 'node:fs';
import type { AggregatedResult } from '@jest/test-result';

/** Ends the output of a run, after everything else, with one line for machines: `N passed, N failed`. */
export default class SummaryReporter {
  onRunComplete(_contexts: unknown, results: AggregatedResult): void {
    // A file that could not even be loaded has no tests that could fail.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.once('exit', () => writeSync(1, `${results.numPassedTests} passed, ${failed} failed\n`));
  }

  getLastError(): undefined {
    return undefined;
  }
}
