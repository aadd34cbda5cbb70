import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { ZipArchive } from 'archiver';
import { fromBuffer, type ZipFile } from 'yauzl';

const open = promisify<Buffer, object, ZipFile>(fromBuffer);

/** The unpacked parts of an archive, by name. */
export async function readParts(zip: Buffer): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  const file = await open(zip, { lazyEntries: true });
  for await (const entry of file.eachEntry()) {
    parts.set(entry.fileName, await buffer(await file.openReadStreamPromise(entry)));
  }
  return parts;
}

export async function writeParts(parts: Iterable<[string, Buffer]>): Promise<Buffer> {
  const archive = new ZipArchive({ zlib: { level: 1 } });
  for (const [name, bytes] of parts) archive.append(bytes, { name });
  const [zip] = await Promise.all([buffer(archive), archive.finalize()]);
  return zip;
}
