import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readText, root } from './read-compose.ts';

/** The program of the image. */
export interface Image {
  /** The working directory. */
  folder: string;
  env: Readonly<Record<string, string>>;
  /** Arguments of `node`. */
  args: readonly string[];
}

interface Stage {
  folder: string;
  env: Record<string, string>;
  command: string[];
}

/** Replaced by links to the installed packages that the lock file does not mark as development packages. */
const INSTALL = /^npm ci --omit=dev [-\w =]*/;
const run = promisify(execFile);

/**
 * Executes the Dockerfile in `folder` without a container engine: its stages, and what they copy and run. This machine is
 * the base image, and packages come from node_modules. RUN in the last stage is skipped, because it changes folders of the
 * base image. Throws at an unknown instruction.
 */
export async function buildImage(folder: string): Promise<Image> {
  const text = (await readText('Dockerfile')).replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, ' ');
  const instructions = text.split('\n').filter((line) => line.trim() !== '');
  const lastFrom = instructions.findLastIndex((line) => line.startsWith('FROM '));
  const stages = new Map<string, Stage>();
  let stage: Stage = { folder: '', env: {}, command: [] };
  for (const [index, instruction] of instructions.entries()) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(instruction) ?? [];
    if (name === 'FROM') stage = await beginStage({ rest, stages, folder });
    else if (name === 'COPY') await copy({ rest, stages, stage });
    else if (name === 'RUN' && index < lastFrom) await runIn(stage, rest);
    else if (name === 'ENV') Object.assign(stage.env, parseEnv(rest));
    else if (name === 'CMD') stage.command = JSON.parse(rest) as string[];
    else if (!['RUN', 'WORKDIR', 'USER', 'EXPOSE', 'HEALTHCHECK'].includes(name))
      throw new Error(`Unsupported instruction in the Dockerfile: ${instruction}`);
  }
  const [program, ...args] = stage.command;
  if (program !== 'node') throw new Error(`The image must start node, but its command is ${program}.`);
  return { folder: stage.folder, env: stage.env, args };
}

async function beginStage(options: {
  rest: string;
  stages: Map<string, Stage>;
  folder: string;
}): Promise<Stage> {
  const { rest, stages, folder } = options;
  const [base = '', , name = `stage-${stages.size}`] = rest.split(/\s+/);
  const stage: Stage = { folder: path.join(folder, name), env: {}, command: [] };
  const parent = stages.get(base);
  if (parent === undefined) await mkdir(stage.folder);
  else await linkTree(parent.folder, stage.folder);
  stages.set(name, stage);
  return stage;
}

async function copy(options: { rest: string; stages: Map<string, Stage>; stage: Stage }): Promise<void> {
  const { rest, stages, stage } = options;
  const words = rest.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const target = path.join(stage.folder, words.pop() ?? '.');
  const source = from === undefined ? root : stages.get(from)?.folder;
  if (source === undefined) throw new Error(`The Dockerfile copies from ${from}, but has no such stage.`);
  for (const word of words) {
    // Absolute paths in the image start with the working directory.
    const file = path.join(source, word.replace(/^\/app\//, ''));
    const isFolderItself = words.length === 1 && path.basename(target) === path.basename(file);
    const to = isFolderItself ? target : path.join(target, path.basename(file));
    if (from === undefined) await cp(file, to, { recursive: true });
    else await linkTree(file, to);
  }
}

async function runIn(stage: Stage, command: string): Promise<void> {
  const rest = command.replace(INSTALL, '').replace(/^&&\s*/, '');
  if (rest.length < command.length) await installPackages(path.join(stage.folder, 'node_modules'));
  if (rest === '') return;
  const { PATH = '', HOME = '' } = process.env;
  const node = path.dirname(process.execPath);
  await run('/bin/sh', ['-eu', '-c', rest], {
    cwd: stage.folder,
    env: { ...stage.env, PATH: `${node}:${PATH}`, HOME },
  });
}

async function installPackages(target: string): Promise<void> {
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const { packages: installed } = JSON.parse(
    await readFile(path.join(root, 'node_modules/.package-lock.json'), 'utf8'),
  ) as typeof lock;
  await mkdir(target);
  for (const [name, { dev = false, devOptional = false }] of Object.entries(lock.packages)) {
    // Nested packages are linked with the package that contains them.
    const isTopLevel = name.startsWith('node_modules/') && name.lastIndexOf('node_modules/') === 0;
    if (dev || devOptional || !isTopLevel || installed[name] === undefined) continue;
    const to = path.join(target, name.slice('node_modules/'.length));
    await mkdir(path.dirname(to), { recursive: true });
    await linkTree(path.join(root, name), to);
  }
}

/** Copies a folder as hard links. Deleting a file in the copy does not change the original. */
async function linkTree(from: string, to: string): Promise<void> {
  await run('cp', ['-al', from, to]);
}

/** `A=b C=d`, on one line. */
function parseEnv(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
}
