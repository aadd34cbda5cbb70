import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError, type ErrorPath } from '../errors.ts';
import type { App } from './app-types.ts';
import { type MultipartContent, type MultipartLimits, receiveMultipart } from './multipart.ts';

/** What a multipart route accepts; anything else in the form is refused. */
export interface FormSpec<Field extends string> {
  /** Text fields by name. `maxLength` in characters, at most 256 Ki. */
  fields: Readonly<Record<Field, { required?: boolean; maxLength?: number }>>;
  file: { name: string; maxBytes: number; required: boolean };
}

/** An uploaded file in a folder of its request. */
export interface UploadedFile {
  path: string;
  /** As the client named it, without control characters; for display only, never part of a path. */
  filename: string;
  /** Bytes. */
  size: number;
}

export interface UploadedForm<Field extends string> {
  fields: Partial<Record<Field, string>>;
  file: UploadedFile | null;
  /** An empty folder but for the file; for whatever is made while the request is handled. */
  folder: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    uploadFolder: string;
  }
  interface FastifyRequest {
    /** Settles when the answer is out or the client is gone. Set for multipart requests. */
    answered: Promise<void> | null;
  }
}

const TEXT_LIMIT = 256 * 1024;

/** Makes the folder of uploads. It is emptied: nobody else uses it. */
export function installUploads(app: App, { folder }: { folder: string }): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.decorate('uploadFolder', folder);
  app.decorateRequest('answered', null);
}

/**
 * A scope for routes that take forms: multipart requests are let through unread, and `withForm` reads them. No
 * other route pays for the reader's work on every request.
 */
export function registerFormRoutes(app: App, register: (forms: App) => void): void {
  app.register(async (forms: App) => {
    await forms.register(multipart);
    forms.addHook('onRequest', (request, reply, done) => {
      if (isMultipart(request)) request.answered = finished(reply.raw).catch(() => undefined);
      done();
    });
    register(forms);
  });
}

/**
 * Streams the form of a request, text fields into memory, the file to disk, and does `work` with it. The folder stays
 * until the work is done and the answer is out, whichever is later: a client that hangs up takes no file away from it.
 * Throws MULTIPART_INVALID, FILE_TOO_LARGE or VALIDATION_FAILED naming every wrong field, and what `work` throws.
 */
export async function withForm<Field extends string, Result>(
  request: FastifyRequest,
  spec: FormSpec<Field>,
  work: (form: UploadedForm<Field>) => Promise<Result>,
): Promise<Result> {
  if (!isMultipart(request)) {
    throw new DomainError('UNSUPPORTED_CONTENT_TYPE', 'Send the form as multipart/form-data.');
  }
  const folder = await mkdtemp(path.join(request.server.uploadFolder, 'request-'));
  const worked = Promise.withResolvers<void>();
  void Promise.all([request.answered, worked.promise])
    .then(() => rm(folder, { recursive: true, force: true }))
    .catch((error: unknown) => {
      // The next start empties the folder of uploads; what one request leaves is no reason to end for all.
      request.log.warn({ err: error, folder }, 'what a request uploaded could not be removed');
    });
  try {
    return await work(await readForm(request, spec, folder));
  } finally {
    worked.resolve();
  }
}

async function readForm<Field extends string>(
  request: FastifyRequest,
  spec: FormSpec<Field>,
  folder: string,
): Promise<UploadedForm<Field>> {
  const names = Object.keys(spec.fields) as Field[];
  const limits: MultipartLimits = {
    fields: names.length + 2,
    fieldBytes: TEXT_LIMIT,
    file: spec.file.name,
    fileBytes: spec.file.maxBytes,
    filePath: path.join(folder, 'upload'),
  };
  const content = await receiveMultipart(request, limits);
  const paths = [...content.problems, ...problemsOf(content, spec)];
  if (paths.length > 0) {
    const detail = paths.map((problem) => `${problem.path} ${problem.message}`).join('; ');
    throw new DomainError('VALIDATION_FAILED', `The form is not valid: ${detail}.`, { paths });
  }
  return {
    fields: Object.fromEntries(content.fields) as Partial<Record<Field, string>>,
    file: content.file,
    folder,
  };
}

function problemsOf<Field extends string>(content: MultipartContent, spec: FormSpec<Field>): ErrorPath[] {
  const problems: ErrorPath[] = [];
  const rules = new Map<string, { required?: boolean; maxLength?: number }>(Object.entries(spec.fields));
  for (const [name, value] of content.fields) {
    const maxLength = rules.get(name)?.maxLength ?? TEXT_LIMIT;
    if (!rules.has(name)) problems.push({ path: name, message: 'is not a known field' });
    else if (isLonger(value, maxLength))
      problems.push({ path: name, message: `is longer than ${maxLength} characters` });
    else if (value.includes('\0')) problems.push({ path: name, message: 'must not hold a NUL character' });
  }
  // What was sent and is wrong is told already, and is not missing.
  const sent = new Set([...content.fields.keys(), ...content.problems.map(({ path }) => path)]);
  for (const [name, { required }] of rules) {
    if (required && !sent.has(name)) problems.push({ path: name, message: 'is required' });
  }
  if (spec.file.required && content.file === null && !sent.has(spec.file.name)) {
    problems.push({ path: spec.file.name, message: 'is required; send it as a file' });
  }
  return problems;
}

/** Characters are counted as in JSON bodies: one for each code point. */
function isLonger(value: string, maxLength: number): boolean {
  return value.length > maxLength && Array.from(value).length > maxLength;
}

function isMultipart(request: FastifyRequest): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}
