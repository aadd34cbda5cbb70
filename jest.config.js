/** @type {import('jest').Config} */
export default {
  // Tests run as the service does: Node's own loader and types, modules loaded once a process.
  runtime: '<rootDir>/test/support/runner/runtime.ts',
  testEnvironment: '<rootDir>/test/support/runner/environment.ts',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: {},
  // One PostgreSQL and one Temporal server for the whole run, started when the first test asks.
  globalSetup: '<rootDir>/test/support/stack/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/stack/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/runner/each-file.ts'],
  reporters: ['default', '<rootDir>/test/support/runner/summary-reporter.ts'],
  testSequencer: '<rootDir>/test/support/runner/sequencer.ts',
  // One more than two cores, because tests of failures wait more than they compute.
  maxWorkers: 3,
  // A limit for what hangs; how fast a machine is decides no test.
  testTimeout: 600_000,
};
