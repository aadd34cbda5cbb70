import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError, type ErrorPath } from '../errors.ts';
import { decodeUtf8 } from '../infra/utf8.ts';

export interface MultipartLimits {
  /** The largest number of text fields. */
  fields: number;
  /** The largest size of a text field. */
  fieldBytes: number;
  /** Name of the one file field. */
  file: string;
  fileBytes: number;
  /** The path the file is written to. */
  filePath: string;
}

/** A form before its fields are validated. */
export interface MultipartContent {
  fields: Map<string, string>;
  file: { path: string; filename: string; size: number } | null;
  /** Errors of single parts. */
  problems: ErrorPath[];
}

/** Bytes buffered between the connection and the disk. Many small chunks become one write. */
const WRITE_BYTES = 1024 * 1024;
const MAX_BOUNDARY = 70;
const MAX_NAME = 100;

/**
 * Reads a multipart body as a stream. Throws MULTIPART_INVALID and FILE_TOO_LARGE. The rest of the body is then read and
 * dropped, because most clients read the response only after sending it.
 */
export async function receiveMultipart(
  request: FastifyRequest,
  limits: MultipartLimits,
): Promise<MultipartContent> {
  requireBoundary(request.headers['content-type'] ?? '');
  // The parser would wait for an end that has already come.
  if (request.raw.readableAborted) throw malformed('The multipart body is incomplete.');
  const content: MultipartContent = { fields: new Map(), file: null, problems: [] };
  try {
    for await (const part of request.parts(readerOptions(limits))) await takePart(content, part, limits);
    return content;
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    // System errors, such as a full disk, are not the fault of the form. The parser throws plain errors for a malformed form.
    if (error instanceof DomainError || isSystemError(error)) throw error;
    throw malformed('The multipart body is incomplete, malformed, or has too many parts.', error);
  }
}

function readerOptions(limits: MultipartLimits) {
  // More than allowed, so that the error of a second file names its field.
  const parts = limits.fields + 3;
  return {
    limits: { files: parts, parts, fileSize: Math.max(limits.fileBytes, limits.fieldBytes), headerPairs: 20 },
    throwFileSizeLimit: false,
    // Reads text fields as bytes: the parser would parse JSON and replace invalid UTF-8.
    isPartAFile: () => true,
  };
}

async function takePart(content: MultipartContent, part: Multipart, limits: MultipartLimits): Promise<void> {
  if (part.type === 'field') throw new Error('The multipart parser returned a part as text.');
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
  const reject = (message: string) => problems.push({ path: shown(name), message });
  const isLong = stream.truncated || size > limits.fieldBytes;
  const value = isLong ? '' : decodeUtf8(Buffer.concat(bytes));
  if (!name) reject('has a part without a field name');
  else if (name === limits.file) reject('must be a file, not text');
  else if (fields.has(name)) reject('must be given only once');
  else if (isLong) reject(`must have at most ${limits.fieldBytes} bytes`);
  else if (name.length > MAX_NAME) reject('is not a known field');
  else if (value === null) reject('must be valid UTF-8');
  else fields.set(name, value);
}

async function takeFile(
  content: MultipartContent,
  part: MultipartFile,
  limits: MultipartLimits,
): Promise<void> {
  const { fieldname: name, file: stream } = part;
  const filename = (part.filename as string | undefined) ?? '';
  const problem = problemOfFile(content, name, limits);
  if (problem !== null) {
    content.problems.push({ path: shown(name), message: problem });
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

function problemOfFile(
  content: MultipartContent,
  name: string | undefined,
  limits: MultipartLimits,
): string | null {
  if (!name) return 'has a part without a field name';
  if (name !== limits.file) return 'is not a file field; send text, or remove it';
  return content.file === null ? null : 'must be given only once';
}

function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

function requireBoundary(contentType: string): void {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType);
  const length = (boundary?.[1] ?? boundary?.[2] ?? '').length;
  if (length > 0 && length <= MAX_BOUNDARY) return;
  throw malformed(`The Content-Type header must have a boundary of 1 to ${MAX_BOUNDARY} characters.`);
}

/** A field name for an error message, shortened: the client may send any text. */
function shown(name: string | undefined): string {
  return name ? name.slice(0, MAX_NAME) : 'form';
}

/** The client's file name without control characters. */
function displayName(filename: string): string {
  return filename.replace(/\p{C}/gu, '').slice(0, 255);
}

function malformed(detail: string, cause?: unknown): DomainError {
  return new DomainError('MULTIPART_INVALID', detail, { cause });
}

function tooLarge({ file, fileBytes }: MultipartLimits): DomainError {
  const paths = [{ path: file, message: `must have at most ${fileBytes} bytes` }];
  return new DomainError('FILE_TOO_LARGE', `The file is larger than ${fileBytes} bytes.`, {
    paths,
  });
}
