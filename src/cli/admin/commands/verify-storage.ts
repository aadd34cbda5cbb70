import { createSql } from '../../../infra/sql.ts';
import { createVerifyStorage } from '../../../modules/maintenance/verify-storage.ts';
import { type Command, CommandFailed, requireNoOperands } from '../command.ts';

export const verifyStorage: Command = {
  operands: '',
  summary: 'reads every file the database refers to and compares its SHA-256; changes nothing',
  async run({ services, report }, args) {
    requireNoOperands(args);
    const verify = createVerifyStorage({ sql: createSql(services.orm), storage: services.storage });
    const { files, bytes, missing, different } = await verify(({ files: read }) => report(`${read} files …`));
    const lines = [
      `${files} files read (${bytes} bytes), ${missing.length} missing, ${different.length} different.`,
      ...missing.map((key) => `missing: ${key}`),
      ...different.map((key) => `different: ${key}`),
    ];
    if (missing.length + different.length === 0) return lines;
    throw new CommandFailed([...lines, 'Restore these files from a backup of the storage.']);
  },
};
