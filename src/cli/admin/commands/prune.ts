import { createSql } from '../../../infra/sql.ts';
import { pruneStale } from '../../../modules/maintenance/expired-rows.ts';
import { removeStrayFiles } from '../../../modules/maintenance/orphan-template-files.ts';
import { type Command, requireNothing } from '../command.ts';

export const prune: Command = {
  operands: '',
  summary:
    'does at once what the service does by schedule: removes what has expired, and files without a row',
  async run({ services }, given) {
    requireNothing(given);
    const { retention, orphanDocuments, storage, clock, logger } = services;
    let batches = 0;
    while (await retention.pruneBatch()) batches += 1;
    const sql = createSql(services.orm);
    const documents = await orphanDocuments.sweep();
    const uploads = await removeStrayFiles({ sql, storage, clock, logger });
    const rows = await pruneStale({ sql, clock, logger });
    return [
      batches === 0 ? 'No event was old enough to go.' : 'Expired events, runs and documents are gone.',
      `${documents} files of documents and ${uploads} of uploads had no row and are gone, and ${rows} stale rows.`,
    ];
  },
};
