import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { copyObjects } from '../../../../src/cli/storage-copy/copy-objects.ts';
import { openStorage } from '../../../../src/infra/object-storage/open-storage.ts';
import { S3_KEYS } from '../../../support/storage/weed-server.ts';
import { until } from '../../../support/until.ts';
import { checkEvents, countOpen, type Findings } from '../../chaos/check-events.ts';
import type { SentEvent } from '../../chaos/sender.ts';
import type { Topology } from '../start-topology.ts';

/** While runs are open, at least one ends within this time: timeouts detect what a killed process was doing. */
const STANDSTILL_MS = 180_000;

/** Waits until no run is open, downloads the documents from the S3 server, and compares them with the sent events. */
export async function checkStoredData(
  topology: Topology,
  { events, folder }: { events: readonly SentEvent[]; folder: string },
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
    return await checkEvents({ events, database, documentsFolder });
  } finally {
    await database.end();
  }
}
