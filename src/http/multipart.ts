import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { DomainError, type ErrorPath } from '../errors.ts';

export interface MultipartLimits {
  /** Text fields at most. */
  fields: number;
  /** Bytes of one text field. */
  fieldBytes: number;
  /** Name of the one file field. */
  file: string;
  fileBytes: number;
  /** Where the file goes. */
  filePath: string;
}

/** A form as it came, before its fields are judged. */
export interface MultipartContent {
  fields: Map<string, string>;
  file: { path: string; filename: string; size: number } | null;
  /** What is wrong with single parts; the form as a whole could be read. */
  problems: ErrorPath[];
}

const MAX_BOUNDARY = 70;

/**
 * Reads a multipart body as a stream. Text parts are kept as text whatever type they declare, so that a JSON part
 * reads back byte for byte. Throws MULTIPART_INVALID and FILE_TOO_LARGE; the rest of the body is then read and
 * dropped, so that the client gets to see the answer.
 */
export function receiveMultipart(
  request: IncomingMessage,
  limits: MultipartLimits,
): Promise<MultipartContent> {
  const parser = createParser(request, limits);
  const content: MultipartContent = { fields: new Map(), file: null, problems: [] };
  const writes: Promise<void>[] = [];

  return new Promise((resolve, reject) => {
    const openFiles = new Set<BusboyFileStream>();
    const fail = (error: Error) => {
      request.unpipe(parser);
      request.resume();
      for (const file of openFiles) file.destroy(error);
      // Settles only once nothing writes any more: whoever waits may remove the folder.
      void Promise.allSettled(writes).then(() => reject(error));
    };
    const tooMany = (what: string) => () => fail(malformed(`The form has too many ${what}.`));

    parser.on('field', (name: string | undefined, value, _nameTruncated, truncated) => {
      takeField(content, { name, value, truncated, limits });
    });
    parser.on('file', (name: string | undefined, stream, filename: string | undefined) => {
      openFiles.add(stream);
      const write = takeFile(content, { name, stream, filename, limits });
      stream.on('limit', () => fail(tooLarge(limits)));
      write.catch(fail);
      writes.push(write);
    });
    parser.on('partsLimit', tooMany('parts'));
    parser.on('fieldsLimit', tooMany('fields'));
    parser.on('filesLimit', tooMany('files'));
    parser.on('error', (cause) => fail(malformed('The multipart body is cut off or malformed.', cause)));
    parser.on('finish', () => Promise.all(writes).then(() => resolve(content), fail));
    request.on('close', () => {
      if (!request.complete) fail(malformed('The connection was closed before the form was complete.'));
    });
    request.pipe(parser);
  });
}

function createParser(request: IncomingMessage, limits: MultipartLimits): BusboyInstance {
  const contentType = request.headers['content-type'] ?? '';
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType);
  const length = (boundary?.[1] ?? boundary?.[2] ?? '').length;
  if (length === 0 || length > MAX_BOUNDARY) {
    throw malformed(`The content type must name a boundary of 1 to ${MAX_BOUNDARY} characters.`);
  }
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: {
        // One more than allowed of each, so that the second file is told by its name and not as a limit.
        files: 2,
        fields: limits.fields,
        parts: limits.fields + 2,
        fieldSize: limits.fieldBytes,
        fileSize: limits.fileBytes,
        headerPairs: 20,
        headerSize: 16 * 1024,
      },
    });
  } catch (cause) {
    throw malformed('The content type of the form is not valid.', cause);
  }
}

interface FieldPart {
  name: string | undefined;
  value: string;
  truncated: boolean;
  limits: MultipartLimits;
}

function takeField(
  { fields, problems }: MultipartContent,
  { name, value, truncated, limits }: FieldPart,
): void {
  if (name === undefined || name === '')
    problems.push({ path: 'form', message: 'has a part without a name' });
  else if (fields.has(name)) problems.push({ path: name, message: 'is given more than once' });
  else if (truncated) problems.push({ path: name, message: `is longer than ${limits.fieldBytes} bytes` });
  else fields.set(name, value);
}

interface FilePart {
  name: string | undefined;
  stream: BusboyFileStream;
  filename: string | undefined;
  limits: MultipartLimits;
}

async function takeFile(
  content: MultipartContent,
  { name, stream, filename = '', limits }: FilePart,
): Promise<void> {
  const refuse = (message: string) => {
    content.problems.push({ path: name || 'form', message });
    return drain(stream);
  };
  if (!name) return refuse('has a part without a name');
  if (name !== limits.file) return refuse('must be text, not a file, or is not a known field');
  if (content.file !== null) return refuse('is given more than once');
  const file = { path: limits.filePath, filename: displayName(filename), size: 0 };
  content.file = file;
  await pipeline(stream, createWriteStream(limits.filePath, { mode: 0o600 }));
  file.size = stream.bytesRead;
  // A browser sends an empty part without a name where no file was chosen.
  if (file.size === 0 && filename === '') content.file = null;
}

async function drain(stream: Readable): Promise<void> {
  for await (const _chunk of stream);
}

/** The client's name of a file, fit to be shown. */
function displayName(filename: string): string {
  return filename.replace(/\p{C}/gu, '').slice(0, 255);
}

function malformed(detail: string, cause?: unknown): DomainError {
  return new DomainError('MULTIPART_INVALID', detail, { cause });
}

function tooLarge({ file, fileBytes }: MultipartLimits): DomainError {
  const paths = [{ path: file, message: `is larger than ${fileBytes} bytes` }];
  return new DomainError('FILE_TOO_LARGE', `The file is larger than the limit of ${fileBytes} bytes.`, {
    paths,
  });
}
