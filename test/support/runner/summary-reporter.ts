import { writeSync } from 'node:fs';

interface RunTotals {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Ends the output of a run, after everything else, with one line for machines: `N passed, N failed`. */
export default class SummaryReporter {
  onRunComplete(_contexts: unknown, results: RunTotals): void {
    // A file that could not even be loaded has no tests that could fail.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.once('exit', () => writeSync(1, `${results.numPassedTests} passed, ${failed} failed\n`));
  }

  getLastError(): undefined {
    return undefined;
  }
}
