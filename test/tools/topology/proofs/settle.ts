import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { copyObjects } from '../../../../src/cli/storage-copy/copy-objects.ts';
import { openStorage } from '../../../../src/infra/object-storage/open-storage.ts';
import { S3_KEYS } from '../../../support/s3/weed-server.ts';
import { until } from '../../../support/until.ts';
import type { Sent } from '../../chaos/sender.ts';
import { checkSentEvents, countOpen, type Findings } from '../../chaos/sent-events-check.ts';
import type { Topology } from '../start-topology.ts';

/** What was lost with a process is noticed by time-outs: within this some run ends, as long as any is open. */
const STANDSTILL_MS = 180_000;

/** Waits until no run is open, fetches the documents from the S3 server, and compares them with what senders were told. */
export async function checkAll(
  topology: Topology,
  { sentEvents, folder }: { sentEvents: readonly Sent[]; folder: string },
): Promise<Findings> {
  const database = new pg.Pool({ connectionString: topology.databases.stamping, max: 2 });
  database.on('error', () => {});
  try {
    for (let open = Number.POSITIVE_INFINITY; open > 0; ) {
      const before = open;
      await until(async () => {
        open = await countOpen(database).catch(() => before);
        return open < before;
      }, STANDSTILL_MS);
    }
    const copy = path.join(folder, 'copy');
    await mkdir(copy, { recursive: true });
    process.env.AWS_ACCESS_KEY_ID = S3_KEYS.accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = S3_KEYS.secretAccessKey;
    process.env.AWS_REGION = 'us-east-1';
    await copyObjects({
      from: await openStorage(topology.storage),
      to: await openStorage({ url: pathToFileURL(copy).href }),
    });
    const documentsFolder = path.join(copy, 'documents');
    return await checkSentEvents({ sentEvents, database, documentsFolder });
  } finally {
    await database.end();
  }
}
