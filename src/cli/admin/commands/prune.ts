import { createSql } from '../../../infra/sql.ts';
import { pruneStale } from '../../../modules/maintenance/expired-rows.ts';
import { removeStrayFiles } from '../../../modules/maintenance/orphan-template-files.ts';
import { type Command, requireNoOperands } from '../command.ts';

export const prune: Command = {
  operands: '',
  summary:
    'runs the scheduled cleanup now: deletes expired events, runs and documents, and files that no row refers to',
  async run({ services }, args) {
    requireNoOperands(args);
    const { retention, orphanDocuments, storage, clock, logger } = services;
    let batches = 0;
    while (await retention.pruneBatch()) batches += 1;
    const sql = createSql(services.orm);
    const documents = await orphanDocuments.sweep();
    const uploads = await removeStrayFiles({ sql, storage, clock, logger });
    const rows = await pruneStale({ sql, clock, logger });
    return [
      batches === 0 ? 'No event has expired.' : 'Deleted expired events, runs and documents.',
      `Deleted ${documents} document files and ${uploads} template files that no row refers to, and ${rows} expired rows.`,
    ];
  },
};
