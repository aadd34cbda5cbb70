import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { hasCode } from '../infra/error-code.ts';

/**
 * A secret that is generated once and stored in a file that only its owner can read. Concurrent processes get the same one.
 */
export async function persistSecret(file: string, generate: () => string): Promise<string> {
  const stored = await findSecret(file);
  if (stored !== null) return stored;
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, `${generate()}\n`, { mode: 0o600 });
  try {
    // Unlike a rename, a link never replaces the secret that another process has just stored.
    await link(fresh, file);
  } catch (error) {
    if ((await findSecret(file)) === null) throw error;
  } finally {
    await rm(fresh, { force: true });
  }
  return (await findSecret(file)) ?? '';
}

async function findSecret(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  });
  return text.trim() || null;
}
