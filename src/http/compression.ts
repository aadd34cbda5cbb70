import compress from '@fastify/compress';
import type { App } from './app-types.ts';

/** Bytes below which compressing saves no packet. */
const THRESHOLD = 1024;
/** Texts only: PDFs, images and archives are compressed already, and event streams must not wait in a buffer. */
const TEXTS = /^(application\/([\w.+-]+\+)?json|application\/javascript|text\/(html|css|javascript))(;|$)/;

/** Who names gzip to refuse it means it, whatever `*` stands beside it (RFC 9110, section 12.5.3). */
const REFUSES_GZIP = /(^|,)\s*(x-)?gzip\s*;\s*q=0(\.0*)?\s*(,|$)/i;

/** Compresses JSON and pages for clients that accept gzip. Compressed requests stay refused, never inflated. */
export async function installCompression(app: App): Promise<void> {
  // The plugin reads `*` as gzip.
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (REFUSES_GZIP.test(String(headers['accept-encoding'] ?? ''))) headers['accept-encoding'] = 'identity';
    done();
  });
  await app.register(compress, {
    encodings: ['gzip'],
    globalDecompression: false,
    threshold: THRESHOLD,
    customTypes: TEXTS,
  });
}
