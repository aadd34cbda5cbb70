import compress from '@fastify/compress';
import type { App } from './app-types.ts';

/** Bytes. A smaller response fits one packet anyway. */
const THRESHOLD = 1024;
/** PDFs, images and archives are already compressed. Event streams must not wait in a buffer. */
const TEXTS = /^(application\/([\w.+-]+\+)?json|application\/javascript|text\/(html|css|javascript))(;|$)/;

/** `gzip;q=0` excludes gzip even beside `*` (RFC 9110, section 12.5.3). */
const EXCLUDES_GZIP = /(^|,)\s*(x-)?gzip\s*;\s*q=0(\.0*)?\s*(,|$)/i;

/** Compresses JSON and pages for clients that accept gzip. Compressed requests are rejected. */
export async function installCompression(app: App): Promise<void> {
  // The plugin treats `*` as gzip.
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (EXCLUDES_GZIP.test(String(headers['accept-encoding'] ?? ''))) headers['accept-encoding'] = 'identity';
    done();
  });
  await app.register(compress, {
    encodings: ['gzip'],
    globalDecompression: false,
    threshold: THRESHOLD,
    customTypes: TEXTS,
  });
}
