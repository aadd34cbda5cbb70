import { type Command, requireNoOperands } from '../command.ts';

export const prune: Command = {
  operands: '',
  summary:
    'runs the scheduled cleanup now: deletes expired events, runs and documents, and files that no row refers to',
  async run({ services }, args) {
    requireNoOperands(args);
    const { expiredRows, retention, orphanDocuments, orphanTemplateFiles } = services.maintenance;
    const rows = await expiredRows.deleteAll();
    let batches = 0;
    while (await retention.deleteBatch()) batches += 1;
    const documents = await orphanDocuments.deleteAll();
    const uploads = await orphanTemplateFiles.deleteAll();
    return [
      batches === 0 ? 'No event has expired.' : 'Deleted expired events, runs and documents.',
      `Deleted ${documents} document files and ${uploads} template files that no row refers to, and ${rows} expired rows.`,
    ];
  },
};
