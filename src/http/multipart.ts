import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError, type ErrorPath } from '../errors.ts';
import { decodeUtf8 } from '../infra/utf8.ts';

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

/** What waits to be written; the body is read on meanwhile, and many small chunks become one write. */
const WRITE_BYTES = 1024 * 1024;
const MAX_BOUNDARY = 70;
const MAX_NAME = 100;

/**
 * Reads a multipart body as a stream. Throws MULTIPART_INVALID and FILE_TOO_LARGE; the rest of the body is then
 * read and dropped, so that the client gets to see the answer.
 */
export async function receiveMultipart(
  request: FastifyRequest,
  limits: MultipartLimits,
): Promise<MultipartContent> {
  requireBoundary(request.headers['content-type'] ?? '');
  // The reader waits for the end of the connection, which is already behind us.
  if (request.raw.readableAborted) throw malformed('The multipart body is cut off.');
  const content: MultipartContent = { fields: new Map(), file: null, problems: [] };
  try {
    for await (const part of request.parts(readerOptions(limits))) await takePart(content, part, limits);
    return content;
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    // A full disk is our fault, and all else the form's: the reader throws plain errors for what it cannot read.
    if (error instanceof DomainError || isSystemError(error)) throw error;
    throw malformed('The multipart body is cut off, malformed, or has too many parts.', error);
  }
}

function readerOptions(limits: MultipartLimits) {
  // More than allowed, so that a second file is told by its name and not as a limit.
  const parts = limits.fields + 3;
  return {
    limits: { files: parts, parts, fileSize: Math.max(limits.fileBytes, limits.fieldBytes), headerPairs: 20 },
    throwFileSizeLimit: false,
    // Texts come as bytes too: the reader would parse what is JSON, and put other characters where a text is no UTF-8.
    isPartAFile: () => true,
  };
}

async function takePart(content: MultipartContent, part: Multipart, limits: MultipartLimits): Promise<void> {
  if (part.type === 'field') throw new Error('a part was read as a text');
  await (isFile(part, limits) ? takeFile(content, part, limits) : takeText(content, part, limits));
}

/** A file need not have a name (RFC 7578, section 4.2); a part without a type is a text (section 4.4). */
function isFile(part: MultipartFile, limits: MultipartLimits): boolean {
  if ((part.filename as string | undefined) !== undefined || part.mimetype === BINARY) return true;
  return part.fieldname === limits.file && part.mimetype !== TEXT;
}

const BINARY = 'application/octet-stream';
const TEXT = 'text/plain';

async function takeText(
  { fields, problems }: MultipartContent,
  { fieldname: name, file: stream }: MultipartFile,
  limits: MultipartLimits,
): Promise<void> {
  const bytes: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= limits.fieldBytes) bytes.push(chunk);
  }
  const refuse = (message: string) => problems.push({ path: shown(name), message });
  const isLong = stream.truncated || size > limits.fieldBytes;
  const value = isLong ? '' : decodeUtf8(Buffer.concat(bytes));
  if (!name) refuse('has a part without a name');
  else if (name === limits.file) refuse('must be a file, not text');
  else if (fields.has(name)) refuse('is given more than once');
  else if (isLong) refuse(`is longer than ${limits.fieldBytes} bytes`);
  else if (name.length > MAX_NAME) refuse('is not a known field');
  else if (value === null) refuse('is not valid UTF-8');
  else fields.set(name, value);
}

async function takeFile(
  content: MultipartContent,
  part: MultipartFile,
  limits: MultipartLimits,
): Promise<void> {
  const { fieldname: name, file: stream } = part;
  const filename = (part.filename as string | undefined) ?? '';
  const refusal = refusalOfFile(content, name, limits);
  if (refusal !== null) {
    content.problems.push({ path: shown(name), message: refusal });
    for await (const _dropped of stream);
    return;
  }
  const file = { path: limits.filePath, filename: displayName(filename), size: 0 };
  content.file = file;
  const target = createWriteStream(limits.filePath, { mode: 0o600, highWaterMark: WRITE_BYTES });
  await pipeline(stream, target);
  if (stream.truncated || stream.bytesRead > limits.fileBytes) throw tooLarge(limits);
  file.size = stream.bytesRead;
  // A browser sends an empty part without a name where no file was chosen.
  if (file.size === 0 && filename === '') content.file = null;
}

function refusalOfFile(
  content: MultipartContent,
  name: string | undefined,
  limits: MultipartLimits,
): string | null {
  if (!name) return 'has a part without a name';
  if (name !== limits.file) return 'must be text, not a file, or is not a known field';
  return content.file === null ? null : 'is given more than once';
}

function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

function requireBoundary(contentType: string): void {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType);
  const length = (boundary?.[1] ?? boundary?.[2] ?? '').length;
  if (length > 0 && length <= MAX_BOUNDARY) return;
  throw malformed(`The content type must name a boundary of 1 to ${MAX_BOUNDARY} characters.`);
}

/** A part's name in an error: cut, because it is the client's. */
function shown(name: string | undefined): string {
  return name ? name.slice(0, MAX_NAME) : 'form';
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
