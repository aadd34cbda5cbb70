import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { copyObjects } from '../../../src/cli/storage-copy/copy-objects.ts';
import { logIn } from '../../../src/client/client.ts';
import { createFolderStorage } from '../../../src/infra/object-storage/folder-storage.ts';
import { runNodeProgram } from '../../support/node-program.ts';
import { until } from '../../support/until.ts';
import { checkEvents, countOpen } from '../chaos/check-events.ts';
import { type Deployment, password } from '../chaos/deployment.ts';
import { createFixture } from '../chaos/fixture.ts';
import { startOneProcess } from '../chaos/one-process.ts';
import { signalTo } from '../chaos/processes.ts';
import { type SentEvent, startSender } from '../chaos/sender.ts';
import { withDatabase } from '../chaos/with-database.ts';
import { archiveLog, copyCluster, createRestorePoint, prepareRestore } from './backup.ts';

export const usage = `npm run tool -- backup-check
Backs a service up as docs/operate/operations.md describes, while events arrive: base backup, archived log, a restore point, a
copy of the storage. Then deletes all its data, restores it with an empty Temporal server, and checks that every event
accepted before the restore point has one finished run, one correct document and one usage entry. Takes some minutes,
because a run that Temporal does not know is detected when it is five minutes old. Exits with 1 if anything is missing or
wrong; the folder with all data then stays.`;

export async function run(args: string[]): Promise<number> {
  parseArgs({ args });
  const root = await mkdtemp(path.join(tmpdir(), 'backup-'));
  const [original, restored] = [path.join(root, 'original'), path.join(root, 'restored')];
  const data = path.join(restored, 'data');
  await mkdir(data, { recursive: true, mode: 0o711 });
  const copies = {
    archive: path.join(root, 'archive'),
    cluster: path.join(data, 'postgres'),
    files: path.join(data, 'files'),
  };
  const events = await backUp(original, copies);
  await copyFile(path.join(original, 'data', 'postgres-password'), path.join(data, 'postgres-password'));
  await rm(original, { recursive: true });
  await prepareRestore(copies.cluster, copies.archive, RESTORE_POINT);
  const problems = await checkRestored(restored, copies, events);
  for (const problem of problems.slice(0, 50)) console.log(`PROBLEM ${problem}`);
  if (problems.length > 0) {
    console.log(`${problems.length} problems; the data is in ${root}`);
    return 1;
  }
  console.log('Nothing lost, nothing duplicated.');
  await rm(root, { recursive: true, force: true });
  return 0;
}

/** Name of the restore point. */
const RESTORE_POINT = 'before_data_loss';
const INTERVAL_MS = 50;
const READY_MS = 120_000;
const RERUN_MS = 600_000;

async function isReady({ apiUrls }: Deployment): Promise<boolean> {
  const response = await fetch(`${apiUrls[0]}/readyz`).catch(() => null);
  await response?.arrayBuffer();
  return response?.ok === true;
}

async function start(folder: string): Promise<Deployment> {
  const service = await startOneProcess({ folder, env: {}, onLine: () => {} });
  await until(() => isReady(service), READY_MS);
  return service;
}

/** Sends events and backs the service up meanwhile. Returns the events sent before the restore point. */
async function backUp(folder: string, copies: Copies): Promise<readonly SentEvent[]> {
  const service = await start(folder);
  try {
    await withDatabase(service, (database) => archiveLog(database, copies.archive));
    const { pid } = service.parts.find(({ name }) => name === 'postgres') ?? { pid: async () => null };
    const before = await pid();
    signalTo(before ?? 0, 'SIGINT');
    await until(async () => (await pid()) !== before && (await isReady(service)), READY_MS);

    const [baseUrl = ''] = service.apiUrls;
    const api = await logIn({ baseUrl }, { email: 'admin@example.com', password });
    const webhook = baseUrl + (await createFixture(api)).path;
    const sender = startSender({ urls: [webhook], intervalMs: INTERVAL_MS });
    await until(async () => sender.events.length >= 50, READY_MS);
    await withDatabase(service, (database) =>
      copyCluster(database, { from: path.join(folder, 'data', 'postgres'), to: copies.cluster }),
    );
    const copied = sender.events.length;
    const open = await withTemporalPaused(service, async () => {
      await until(async () => sender.events.length >= copied + 50, READY_MS);
      await sender.stop();
      return withDatabase(service, async (database) => {
        await createRestorePoint(database, RESTORE_POINT);
        return countOpen(database);
      });
    });
    if (open === 0)
      throw new Error('No run was open at the restore point, so the check would show too little.');
    const files = createFolderStorage(service.filesFolder);
    await copyObjects({ from: files, to: createFolderStorage(copies.files) });
    console.log(
      `${copied} events before the base backup, ${sender.events.length} before the restore point; ${open} runs open just after it.`,
    );
    return sender.events;
  } finally {
    await service.stop();
  }
}

/** While Temporal is paused, no run ends. */
async function withTemporalPaused<Result>(
  { parts }: Deployment,
  work: () => Promise<Result>,
): Promise<Result> {
  const pid = (await parts.find(({ name }) => name === 'temporal')?.pid()) ?? null;
  if (pid === null || !signalTo(pid, 'SIGSTOP')) throw new Error('Temporal is not running.');
  try {
    return await work();
  } finally {
    signalTo(pid, 'SIGCONT');
  }
}

/** Starts the restored service with an empty Temporal server. Returns the problems. */
async function checkRestored(
  folder: string,
  copies: Copies,
  events: readonly SentEvent[],
): Promise<string[]> {
  const service = await start(folder);
  try {
    const findings = await withDatabase(service, async (database) => {
      console.log(`Restored with ${await countOpen(database)} open runs, none of which Temporal knows.`);
      await until(async () => (await countOpen(database)) === 0, RERUN_MS);
      return checkEvents({ events, database, documentsFolder: path.join(copies.files, 'documents') });
    });
    const { problems, ...counts } = findings;
    console.log(`All runs ended: ${JSON.stringify(counts)}`);
    const verify = runNodeProgram({
      file: path.join(import.meta.dirname, '../../../src/cli/admin/main.ts'),
      args: ['verify-storage'],
      env: { DATA_DIR: path.join(folder, 'data') },
    });
    const code = await verify.ended;
    console.log(verify.lines.join('\n'));
    return code === 0 ? problems : [...problems, 'the storage does not match the database'];
  } finally {
    await service.stop();
  }
}

/** Folders of the backup. */
interface Copies {
  /** Archived log segments of PostgreSQL. */
  archive: string;
  /** Base backup of PostgreSQL. */
  cluster: string;
  /** Copy of the file storage. */
  files: string;
}
