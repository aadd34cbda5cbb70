import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Identity {
  uid: number;
  gid: number;
}

/** How a program has to be started: the command line and, for root, the identity it takes on. */
export interface Launch {
  command: string;
  args: string[];
  identity?: Identity;
}

/**
 * The user PostgreSQL runs as when we are root, which it does not accept: the owner of the data, else `postgres`, else
 * `nobody`. Null when we are an ordinary user and simply stay who we are.
 */
export async function findIdentity(dataDir: string): Promise<Identity | null> {
  const owner = await stat(dataDir).catch(() => null);
  const me = process.getuid?.();
  if (me !== 0) {
    if (owner && me !== undefined && owner.uid !== me) {
      throw new Error(
        `${dataDir} belongs to user ${owner.uid}, and you are user ${me}. ` +
          'Start as its owner, or set DATA_DIR to another folder.',
      );
    }
    return null;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const user of ['postgres', 'nobody']) {
    const identity = await findUser(user);
    if (identity) return identity;
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user `postgres` or `nobody` it could run as. ' +
      'Create one (useradd --system postgres), start as an ordinary user, or set DATABASE_URL.',
  );
}

async function findUser(name: string): Promise<Identity | null> {
  try {
    const run = promisify(execFile);
    const [uid, gid] = await Promise.all([
      run('id', ['-u', name], { env: {} }),
      run('id', ['-g', name], { env: {} }),
    ]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/**
 * Wraps a command so that it runs as `identity`. Where that user cannot enter the folders on the way
 * (root's home, a private temporary folder), the program is given the one capability to do so, instead of
 * changing the modes of folders that are not ours.
 */
export async function launchAs(
  identity: Identity | null,
  { command, args, needs }: { command: string; args: string[]; needs: readonly string[] },
): Promise<Launch> {
  if (!identity) return { command, args };
  const closed = await findClosedPath(identity, needs);
  if (closed === null) return { command, args, identity };
  try {
    await promisify(execFile)('setpriv', [...dropTo(identity), 'true'], { cwd: '/', env: {} });
  } catch (error) {
    throw new Error(
      `PostgreSQL runs as user ${identity.uid} because it does not accept root, and that user cannot enter ${closed}. ` +
        `Allow it (chmod o+x ${JSON.stringify(closed)}), work in another folder, or start as an ordinary user.`,
      { cause: error },
    );
  }
  return { command: 'setpriv', args: [...dropTo(identity), command, ...args] };
}

function dropTo({ uid, gid }: Identity): string[] {
  const keep = '-all,+dac_override';
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${keep}`,
    `--ambient-caps=${keep}`,
    `--bounding-set=${keep}`,
    // Else access(2), which initdb asks whether it may run `postgres`, leaves the capability out of account.
    '--securebits=+no_setuid_fixup',
    '--',
  ];
}

/** The first folder or file on the way to `paths` that the user may not enter or read; null when there is none. */
async function findClosedPath({ uid, gid }: Identity, paths: readonly string[]): Promise<string | null> {
  for (const target of paths) {
    for (const step of stepsTo(target)) {
      const found = await stat(step).catch(() => null);
      if (!found) continue;
      const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
      if (((found.mode >> shift) & 0o1) === 0) return step;
    }
  }
  return null;
}

function stepsTo(target: string): string[] {
  const steps: string[] = [];
  for (let step = path.resolve(target); ; step = path.dirname(step)) {
    steps.unshift(step);
    if (step === path.dirname(step)) return steps;
  }
}
