import { type Command, CommandFailed, requireNoOperands } from '../command.ts';

export const verifyStorage: Command = {
  operands: '',
  summary: 'reads every file the database refers to and compares its SHA-256; changes nothing',
  async run({ services, report }, args) {
    requireNoOperands(args);
    const { files, bytes, missing, different } = await services.maintenance.verifyStorage(({ files: read }) =>
      report(`${read} files …`),
    );
    const lines = [
      `${files} files read (${bytes} bytes), ${missing.length} missing, ${different.length} different.`,
      ...missing.map((key) => `missing: ${key}`),
      ...different.map((key) => `different: ${key}`),
    ];
    if (missing.length + different.length === 0) return lines;
    throw new CommandFailed([...lines, 'Restore these files from a backup of the storage.']);
  },
};
