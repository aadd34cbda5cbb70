import { fileURLToPath } from 'node:url';
import { createFolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/** The storage a STORAGE_URL names. Throws when there is no adapter for it. */
export function openStorage(url: string): ObjectStorage {
  const { protocol } = new URL(url);
  if (protocol === 'file:') return createFolderStorage(fileURLToPath(url));
  throw new Error(`STORAGE_URL: ${protocol}// is not supported yet; give a folder as file:///path.`);
}
