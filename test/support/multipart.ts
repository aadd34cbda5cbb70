import { randomBytes } from 'node:crypto';

/** One part of a form. A `filename` makes it a file. */
export interface Part {
  name?: string;
  value: string | Uint8Array;
  filename?: string;
  type?: string;
}

/** A multipart body and its header, byte by byte as a client would send it. */
export function multipart(parts: readonly Part[]): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = `test-${randomBytes(8).toString('hex')}`;
  const chunks = parts.flatMap(({ name, value, filename, type }) => {
    const disposition = [
      'form-data',
      ...(name === undefined ? [] : [`name="${name}"`]),
      ...(filename === undefined ? [] : [`filename="${filename}"`]),
    ].join('; ');
    const head = [`--${boundary}`, `Content-Disposition: ${disposition}`];
    if (type !== undefined) head.push(`Content-Type: ${type}`);
    return [Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(value), Buffer.from('\r\n')];
  });
  const payload = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
