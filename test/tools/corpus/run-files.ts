import { type ChildProcess, fork } from 'node:child_process';
import type { CorpusFile } from './list-files.ts';
import type { FileResult, WorkerMessage } from './types.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/** Processes files in several processes. A process that blocks or ends is replaced, and its file gets that verdict. */
export async function runFiles(
  files: readonly CorpusFile[],
  options: { processes: number; seconds: number; onResult: (result: FileResult) => void },
): Promise<void> {
  const pending = files.values();
  const work = async () => {
    let child: ChildProcess | undefined;
    for (const file of pending) {
      child = child?.connected
        ? child
        : fork(WORKER, { execArgv: ['--disable-warning=ExperimentalWarning'] });
      options.onResult(await runFile(child, file, options.seconds));
    }
    child?.kill('SIGKILL');
  };
  await Promise.all(Array.from({ length: options.processes }, work));
}

function runFile(
  child: ChildProcess,
  { file, path, stamp }: CorpusFile,
  seconds: number,
): Promise<FileResult> {
  const { promise, resolve } = Promise.withResolvers<FileResult>();
  const start = performance.now();
  let step = 'start';
  const finish = (result: Pick<FileResult, 'verdict' | 'findings'>) => {
    clearTimeout(timer);
    child.off('message', onMessage);
    child.off('exit', onExit);
    resolve({ file, stamp, ...result, milliseconds: Math.round(performance.now() - start) });
  };
  const fail = (verdict: 'crash' | 'hang', detail: string) =>
    finish({ verdict, findings: [{ check: step, detail, weight: 'crash' }] });
  const onMessage = (message: WorkerMessage) => {
    if ('step' in message) step = message.step;
    else finish(message.result);
  };
  const onExit = () => fail('crash', 'the process ended');
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    child.disconnect();
    fail('hang', `took more than ${seconds} seconds`);
  }, seconds * 1000);
  child.on('message', onMessage);
  child.once('exit', onExit);
  child.send(path);
  return promise;
}
