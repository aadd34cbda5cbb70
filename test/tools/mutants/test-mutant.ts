import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mutant } from './draw-mutants.ts';
import { applyMutation, type Change, describeMutation, type MutationKind } from './find-mutations.ts';
import { type ProgramResult, runProgram } from './run-program.ts';
import type { SelectedTests } from './select-tests.ts';
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

export interface TestOptions {
  copy: WorkingCopy;
  selectTests: (file: string) => SelectedTests;
  /** Results of unchanged test files; a test that fails without a mutation cannot kill a mutant. */
  baseline: Map<string, boolean>;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Applies a mutant in the working copy, and runs the type check and the tests until one fails. */
export async function testMutant(mutant: Mutant, options: TestOptions): Promise<MutantResult> {
  const { copy, timeoutMs, signal } = options;
  const started = performance.now();
  const text = await readFile(path.join(copy.folder, mutant.file), 'utf8');
  const finish = (outcome: Outcome, tests: string[]): MutantResult => ({
    id: mutant.id,
    file: mutant.file,
    kind: mutant.kind,
    ...describeMutation(text, mutant),
    outcome,
    tests,
    seconds: Math.round((performance.now() - started) / 1000),
  });
  const { unit, other } = options.selectTests(mutant.file);
  if (unit.length + other.length === 0) return finish('uncovered', []);
  const run = (args: string[]) =>
    copy.withFile(mutant.file, applyMutation(text, mutant), () =>
      runProgram(args, { folder: copy.folder, timeoutMs, signal }),
    );
  const types = await run(TYPE_CHECK);
  if (!types.isTimeout && types.code !== 0) return finish('killed by types', []);
  for (const group of [unit, other]) {
    let tests = group.filter((test) => options.baseline.get(test) !== false);
    while (tests.length > 0) {
      const result = await run(testCommand(tests));
      if (result.isTimeout) return finish('timeout', tests);
      if (result.code === 0) break;
      const failed = failedTests(result);
      // Without a failed test file, the runner itself could not start.
      if (failed.length === 0) return finish('killed by tests', tests);
      const killers: string[] = [];
      for (const test of failed) if (await passesUnchanged(test, options)) killers.push(test);
      if (killers.length > 0) return finish('killed by tests', killers);
      tests = tests.filter((test) => !failed.includes(test));
    }
  }
  const tests = [...unit, ...other].filter((test) => options.baseline.get(test) !== false);
  return finish(tests.length === 0 ? 'uncovered' : 'survived', tests);
}

async function passesUnchanged(test: string, options: TestOptions): Promise<boolean> {
  const { copy, baseline, timeoutMs, signal } = options;
  const known = baseline.get(test);
  if (known !== undefined) return known;
  const { code } = await runProgram(testCommand([test]), { folder: copy.folder, timeoutMs, signal });
  baseline.set(test, code === 0);
  return code === 0;
}

/** Incremental, because mutants differ in one file. */
const TYPE_CHECK = [
  'node_modules/typescript/bin/tsc',
  '--project',
  '.',
  '--incremental',
  '--tsBuildInfoFile',
  '.data/tsbuildinfo.json',
];

function testCommand(tests: readonly string[]): string[] {
  return ['node_modules/jest/bin/jest.js', '--bail', '--maxWorkers=1', '--runTestsByPath', ...tests];
}

/** The test files that jest reports as failed. */
export function failedTests({ output }: Pick<ProgramResult, 'output'>): string[] {
  return [...new Set([...output.matchAll(/^FAIL (\S+\.test\.ts)/gm)].map(([, file = '']) => file))];
}
