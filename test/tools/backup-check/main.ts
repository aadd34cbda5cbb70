import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyObjects } from '../../../src/cli/storage-copy/copy-objects.ts';
import { logIn } from '../../../src/client/client.ts';
import { createFolderStorage } from '../../../src/infra/object-storage/folder-storage.ts';
import { runNodeProgram } from '../../support/node-program.ts';
import { until } from '../../support/until.ts';
import { createFixture } from '../chaos/fixture.ts';
import { startOneProcess } from '../chaos/one-process.ts';
import { signalTo } from '../chaos/processes.ts';
import { type Sent, startSender } from '../chaos/sender.ts';
import { checkSentEvents, countOpen } from '../chaos/sent-events-check.ts';
import { password, type Topology } from '../chaos/topology.ts';
import { withDatabase } from '../chaos/with-database.ts';
import { archiveLog, copyCluster, markMoment, prepareRestore } from './backup.ts';

/**
 * npm run tool -- backup-check: what docs/operations.md says about backups, done on a service of its own. A base backup is taken
 * while events come, the log is archived, a moment is marked, the storage is copied; later everything is gone. What is
 * restored, on an engine that knows nothing, must have every event accepted before that moment, each with one finished
 * run, one document with the right values and one count. Ends with 1 if not, and keeps the folder. Takes some minutes:
 * a run the engine knows nothing of is noticed when it is five minutes old.
 */
const MOMENT = 'before_the_accident';
const EVERY_MS = 50;
const READY_MS = 120_000;
const RERUN_MS = 600_000;
const say = (line: string) => console.log(line);

async function isReady({ apiUrls }: Topology): Promise<boolean> {
  const response = await fetch(`${apiUrls[0]}/readyz`).catch(() => null);
  await response?.arrayBuffer();
  return response?.ok === true;
}

async function start(folder: string): Promise<Topology> {
  const service = await startOneProcess({ folder, env: {}, onLine: () => {} });
  await until(() => isReady(service), READY_MS);
  return service;
}

/** Lives through a backup and an accident. Answers what senders were told before the marked moment. */
async function firstLife(folder: string, folders: BackupFolders): Promise<readonly Sent[]> {
  const service = await start(folder);
  try {
    await withDatabase(service, (database) => archiveLog(database, folders.archive));
    const { pid } = service.parts.find(({ name }) => name === 'postgres') ?? { pid: async () => null };
    const before = await pid();
    signalTo(before ?? 0, 'SIGINT');
    await until(async () => (await pid()) !== before && (await isReady(service)), READY_MS);

    const [baseUrl = ''] = service.apiUrls;
    const api = await logIn({ baseUrl }, { email: 'admin@example.com', password });
    const webhook = baseUrl + (await createFixture(api)).path;
    const sender = startSender({ urls: [webhook], everyMs: EVERY_MS });
    await until(async () => sender.sentEvents.length >= 50, READY_MS);
    await withDatabase(service, (database) =>
      copyCluster(database, { from: path.join(folder, 'data', 'postgres'), to: folders.cluster }),
    );
    const copied = sender.sentEvents.length;
    await until(async () => sender.sentEvents.length >= copied + 50, READY_MS);
    await sender.stop();
    const open = await withDatabase(service, async (database) => {
      await markMoment(database, MOMENT);
      return countOpen(database);
    });
    const files = createFolderStorage(service.filesFolder);
    await copyObjects({ from: files, to: createFolderStorage(folders.files) });
    say(
      `${copied} events before the base backup, ${sender.sentEvents.length} before the moment; ${open} runs open just after.`,
    );
    return sender.sentEvents;
  } finally {
    await service.stop();
  }
}

/** Starts what was restored, on an engine that knows nothing, and compares. Answers what is wrong. */
async function secondLife(
  folder: string,
  folders: BackupFolders,
  sentEvents: readonly Sent[],
): Promise<string[]> {
  const service = await start(folder);
  try {
    const findings = await withDatabase(service, async (database) => {
      say(`restored with ${await countOpen(database)} runs open; the engine knows none of them.`);
      await until(async () => (await countOpen(database)) === 0, RERUN_MS);
      return checkSentEvents({
        sentEvents,
        database,
        documentsFolder: path.join(folders.files, 'documents'),
      });
    });
    const { problems, ...counts } = findings;
    say(`quiet: ${JSON.stringify(counts)}`);
    const verify = runNodeProgram({
      file: path.join(import.meta.dirname, '../../../src/cli/admin/main.ts'),
      args: ['verify-storage'],
      env: { DATA_DIR: path.join(folder, 'data') },
    });
    const code = await verify.ended;
    say(verify.lines.join('\n'));
    return code === 0 ? problems : [...problems, 'the storage is not what the database says'];
  } finally {
    await service.stop();
  }
}

interface BackupFolders {
  archive: string;
  cluster: string;
  files: string;
}

const root = await mkdtemp(path.join(tmpdir(), 'backup-'));
const [first, second] = [path.join(root, 'first'), path.join(root, 'second')];
const data = path.join(second, 'data');
await mkdir(data, { recursive: true, mode: 0o711 });
const folders = {
  archive: path.join(root, 'archive'),
  cluster: path.join(data, 'postgres'),
  files: path.join(data, 'files'),
};
const sentEvents = await firstLife(first, folders);
await copyFile(path.join(first, 'data', 'postgres-password'), path.join(data, 'postgres-password'));
await rm(first, { recursive: true });
await prepareRestore(folders.cluster, folders.archive, MOMENT);
const problems = await secondLife(second, folders, sentEvents);
for (const problem of problems.slice(0, 50)) say(`PROBLEM ${problem}`);
say(problems.length === 0 ? 'Nothing lost, nothing doubled.' : `${problems.length} problems, ${root}`);
if (problems.length > 0) process.exitCode = 1;
else await rm(root, { recursive: true, force: true });
