import { createSql } from '../../../infra/sql.ts';
import { createVerifyStorage } from '../../../modules/maintenance/verify-storage.ts';
import { type Command, Failed, requireNothing } from '../command.ts';

export const verifyStorage: Command = {
  operands: '',
  summary: 'reads every file the database names and compares its SHA-256; changes nothing',
  async run({ services, tell }, given) {
    requireNothing(given);
    const verify = createVerifyStorage({ sql: createSql(services.orm), storage: services.storage });
    const { files, bytes, missing, different } = await verify(({ files: read }) => tell(`${read} files …`));
    const lines = [
      `${files} files read (${bytes} bytes), ${missing.length} missing, ${different.length} different.`,
      ...missing.map((key) => `missing: ${key}`),
      ...different.map((key) => `different: ${key}`),
    ];
    if (missing.length + different.length === 0) return lines;
    throw new Failed([
      ...lines,
      'Copy these files back from a backup of the storage; nothing else mends them.',
    ]);
  },
};
