import compress from '@fastify/compress';
import type { App } from './app-types.ts';

/** Bytes below which compressing saves no packet. */
const THRESHOLD = 1024;
/** Texts only: PDFs, images and archives are compressed already, and event streams must not wait in a buffer. */
const TEXTS = /^(application\/([\w.+-]+\+)?json|application\/javascript|text\/(html|css|javascript))(;|$)/;

/** Compresses JSON and pages for clients that accept gzip. Compressed requests stay refused, never inflated. */
export async function installCompression(app: App): Promise<void> {
  await app.register(compress, {
    encodings: ['gzip'],
    globalDecompression: false,
    threshold: THRESHOLD,
    customTypes: TEXTS,
  });
}
