import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mutant } from './draw-mutants.ts';
import { applyMutation, type Change, describeMutation, type MutationKind } from './find-mutations.ts';
import { type ProgramOptions, type ProgramResult, runProgram } from './run-program.ts';
import type { SelectedTests } from './select-tests.ts';
import type { TypeChecker } from './type-checker.ts';
import type { WorkingCopy } from './working-copy.ts';

/** `uncovered`: no test imports the file. `timeout`: the tests did not end in time, which counts as killed. */
export type Outcome = 'killed by types' | 'killed by tests' | 'timeout' | 'survived' | 'uncovered';

/** A line of the results file. */
export interface MutantResult extends Change {
  id: string;
  file: string;
  kind: MutationKind;
  outcome: Outcome;
  /** The tests that ran, or the one that failed. */
  tests: string[];
  seconds: number;
}

interface TestOptions extends Omit<ProgramOptions, 'folder'> {
  copy: WorkingCopy;
  types: TypeChecker;
  selectTests: (file: string) => SelectedTests;
  /** Whether a test file can pass; one that never does cannot kill a mutant. */
  baseline: Map<string, boolean>;
}

/** Checks the types of a mutant, then runs the tests in the working copy until one fails. */
export async function testMutant(mutant: Mutant, options: TestOptions): Promise<MutantResult> {
  const { copy, types, baseline } = options;
  const started = performance.now();
  const text = await readFile(path.join(copy.folder, mutant.file), 'utf8');
  const mutated = applyMutation(text, mutant);
  const finish = (outcome: Outcome, tests: string[]): MutantResult => ({
    id: mutant.id,
    file: mutant.file,
    kind: mutant.kind,
    ...describeMutation(text, mutant),
    outcome,
    tests,
    seconds: Math.round((performance.now() - started) / 1000),
  });
  if (!types.compiles(mutant.file, mutated)) return finish('killed by types', []);
  const { near, far } = options.selectTests(mutant.file);
  const isUsable = (test: string) => baseline.get(test) !== false;
  for (const group of [near, far]) {
    let tests = group.filter(isUsable);
    while (tests.length > 0) {
      const result = await copy.withFile(mutant.file, mutated, () => runTests(tests, options));
      for (const test of testsOf('PASS', result)) baseline.set(test, true);
      if (result.isTimeout) return finish('timeout', tests);
      if (result.code === 0) break;
      const failed = testsOf('FAIL', result);
      // Without a failed test file, the runner itself could not start.
      if (failed.length === 0) return finish('killed by tests', tests);
      const killers: string[] = [];
      for (const test of failed) if (await passesUnchanged(test, options)) killers.push(test);
      if (killers.length > 0) return finish('killed by tests', killers);
      tests = tests.filter((test) => !failed.includes(test));
    }
  }
  const tests = [...near, ...far].filter(isUsable);
  return finish(tests.length === 0 ? 'uncovered' : 'survived', tests);
}

async function passesUnchanged(test: string, options: TestOptions): Promise<boolean> {
  const { baseline } = options;
  const known = baseline.get(test);
  if (known !== undefined) return known;
  const { code } = await runTests([test], options);
  baseline.set(test, code === 0);
  return code === 0;
}

/** Runs test files in one process, in this order, until one fails. */
function runTests(tests: readonly string[], options: TestOptions): Promise<ProgramResult> {
  const sequencer = '--testSequencer=./test/tools/mutants/given-order.ts';
  const flags = ['--bail', '--runInBand', '--forceExit', '--testTimeout=60000', sequencer];
  const args = ['node_modules/jest/bin/jest.js', ...flags, '--runTestsByPath', ...tests];
  return runProgram(args, { ...options, folder: options.copy.folder });
}

/** The test files that jest reports as passed or failed. */
export function testsOf(outcome: 'PASS' | 'FAIL', { output }: Pick<ProgramResult, 'output'>): string[] {
  const lines = output.matchAll(new RegExp(`^${outcome} (\\S+\\.test\\.ts)`, 'gm'));
  return [...new Set([...lines].map(([, file = '']) => file))];
}
