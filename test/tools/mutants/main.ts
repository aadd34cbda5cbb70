import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { importsOf } from '../../support/import-graph.ts';
import { startServices, stopServices } from '../../support/stack/start-services.ts';
import { OptionError, parseCount, parseNumber } from '../options.ts';
import { drawMutants, type Mutant } from './draw-mutants.ts';
import { reportOf } from './report.ts';
import { type ImportGraph, selectTests } from './select-tests.ts';
import { type MutantResult, testMutant } from './test-mutant.ts';
import { openTypeChecker } from './type-checker.ts';
import { createWorkingCopy, listRepositoryFiles } from './working-copy.ts';

export const usage = `npm run tool -- mutants [options]
Draws small random changes to product code: negated conditions, swapped comparisons and operators, changed constants,
dropped statements, removed early returns. Checks the types of each, and runs the tests that import the changed file in
a copy of the repository until one fails, short tests first. Lists the mutants that survive: a missing test, or a change
without effect. Continues an interrupted run: results are stored, and valid until the mutated file changes. Use --fresh
after changes to tests. Exits with 0 whatever survives.

  --sample 100         number of mutants
  --seed 1             selects the mutants; a larger sample starts with the mutants of a smaller one
  --folder src/tables  mutate only files in this folder or this file
  --tests 12           number of test files for a mutant: the nearest ones
  --more-tests 24      number of further test files for a mutant that survives these
  --seconds 120        time limit for one test file; exceeding it counts as killed
  --minutes 60         time limit for the whole run
  --jobs 1             mutants tested at the same time, each in its own copy
  --results FILE       where results are stored; default .data/mutants/results.jsonl
  --fresh              delete stored results first`;

const root = path.join(import.meta.dirname, '../../..');
const PRODUCT = /^(src|workflows|activities|workers)\/.*(?<!\.d)\.ts$/;

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      sample: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      folder: { type: 'string', default: '' },
      tests: { type: 'string', default: '12' },
      'more-tests': { type: 'string', default: '24' },
      seconds: { type: 'string', default: '120' },
      minutes: { type: 'string', default: '60' },
      jobs: { type: 'string', default: '1' },
      results: { type: 'string', default: '.data/mutants/results.jsonl' },
      fresh: { type: 'boolean', default: false },
    },
  });
  const sample = parseCount('--sample', values.sample);
  const seed = parseCount('--seed', values.seed, 0);
  const limits = {
    near: parseCount('--tests', values.tests),
    far: parseCount('--more-tests', values['more-tests'], 0),
  };
  const silentMs = parseCount('--seconds', values.seconds) * 1000;
  const minutes = parseNumber('--minutes', values.minutes);
  const jobs = parseCount('--jobs', values.jobs);

  const files = await listRepositoryFiles(root);
  const mutants = drawMutants(await readSources(files, values.folder), { seed, sample });
  const resultsFile = path.resolve(root, values.results);
  await mkdir(path.dirname(resultsFile), { recursive: true });
  if (values.fresh) await rm(resultsFile, { force: true });
  const results = await readResults(resultsFile);
  const open = mutants.filter(({ id }) => !results.has(id));
  console.log(`${mutants.length} mutants, ${mutants.length - open.length} of them with a stored result`);

  const graph = readImportGraph(files);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), minutes * 60_000);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const onResult = async (result: MutantResult) => {
    results.set(result.id, result);
    await appendFile(resultsFile, `${JSON.stringify(result)}\n`);
    console.log(`${result.outcome.padEnd(16)} ${result.file}:${result.line}  ${result.kind}`);
  };
  const baseline = new Map<string, boolean>();
  const queue = open.values();
  const work = async (job: number) => {
    const copy = await createWorkingCopy(root, path.join(root, `.data/mutants/copy-${job}`));
    const types = openTypeChecker(root);
    const services = await startServices();
    const options = {
      copy,
      types,
      selectTests: (file: string) => selectTests(graph, file, limits),
      baseline,
      env: {
        TEST_STACK_URL: services.url,
        NODE_COMPILE_CACHE: path.join(copy.folder, '.data/compile-cache'),
      },
      silentMs,
      signal: stop.signal,
    };
    try {
      await testAll(queue, { ...options, onResult });
    } finally {
      types.close();
      await stopServices(services.holder);
      await copy.remove();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(jobs, open.length) }, (_, job) => work(job)));
  } finally {
    clearTimeout(timer);
  }

  const broken = [...baseline].filter(([, passes]) => !passes).map(([test]) => test);
  if (broken.length > 0) console.log(`Ignored, because they fail without a change: ${broken.join(', ')}`);
  const known = mutants.flatMap(({ id }) => results.get(id) ?? []);
  console.log(['', ...reportOf(known)].join('\n'));
  if (known.length < mutants.length) {
    console.log(
      `\n${mutants.length - known.length} mutants were not tested. Run the command again to continue.`,
    );
  }
  return 0;
}

async function testAll(
  queue: Iterable<Mutant>,
  options: Parameters<typeof testMutant>[1] & { onResult: (result: MutantResult) => Promise<void> },
): Promise<void> {
  for (const mutant of queue) {
    try {
      await options.onResult(await testMutant(mutant, options));
    } catch (error) {
      if (options.signal.aborted) return;
      throw error;
    }
  }
}

/** Texts of the product files in a folder, by path. */
async function readSources(files: readonly string[], folder: string): Promise<Map<string, string>> {
  const inFolder = path.normalize(folder).replace(/\/$/, '');
  const chosen = files.filter(
    (file) => PRODUCT.test(file) && (folder === '' || file === inFolder || file.startsWith(`${inFolder}/`)),
  );
  if (chosen.length === 0) throw new OptionError(`--folder ${folder} has no product code.`);
  const texts = chosen.map(async (file) => [file, await readFile(path.join(root, file), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

function readImportGraph(files: readonly string[]): ImportGraph {
  const modules = files.filter((file) => file.endsWith('.ts'));
  return new Map(
    modules.map((file) => [
      file,
      importsOf(path.join(root, file)).files.map((imported) => path.relative(root, imported)),
    ]),
  );
}

async function readResults(file: string): Promise<Map<string, MutantResult>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line) as MutantResult).map((result) => [result.id, result]));
}
