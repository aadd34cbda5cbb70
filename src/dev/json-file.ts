import { rename, writeFile } from 'node:fs/promises';

/** Writes JSON atomically to a file that only its owner can read. */
export async function writeJsonFile(file: string, value: unknown): Promise<void> {
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(fresh, file);
}
