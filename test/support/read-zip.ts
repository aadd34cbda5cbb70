import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The parts of an archive by name, as text. */
export async function readZip(archive: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(archive);
  const parts: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    parts[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8');
  }
  return parts;
}
