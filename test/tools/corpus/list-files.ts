import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export interface CorpusFile {
  /** Path relative to the folder. */
  file: string;
  path: string;
  stamp: string;
}

/** Every PDF in a folder and its subfolders, sorted by path. Follows links. */
export async function listFiles(folder: string): Promise<CorpusFile[]> {
  const files: CorpusFile[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const full = path.join(folder, name);
    const info = await stat(full).catch(() => null);
    if (info === null) continue;
    if (info.isDirectory()) {
      const inside = await listFiles(full);
      files.push(...inside.map((entry) => ({ ...entry, file: path.join(name, entry.file) })));
    } else if (/\.pdf$/i.test(name)) {
      files.push({ file: name, path: full, stamp: `${info.size}-${Math.round(info.mtimeMs)}` });
    }
  }
  return files;
}
