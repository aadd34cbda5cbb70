import { rename, writeFile } from 'node:fs/promises';

/** Writes JSON for our eyes only; a reader sees the old text or the new one, never half of it. */
export async function writeJsonFile(file: string, value: unknown): Promise<void> {
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(fresh, file);
}
