import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError, type ErrorPath } from '../errors.ts';
import type { App } from './app-types.ts';
import { type MultipartContent, type MultipartLimits, receiveMultipart } from './multipart.ts';

/** The form of a multipart route. Other fields are rejected. */
interface FormSpec<Field extends string> {
  /** Text fields by name. `maxLength` is in characters, at most 256 Ki. */
  fields: Readonly<Record<Field, { required?: boolean; maxLength?: number }>>;
  file: { name: string; maxBytes: number; required: boolean };
}

/** An uploaded file, in the folder of its request. */
interface UploadedFile {
  path: string;
  /** The client's file name without control characters. For display only; never use it in a path. */
  filename: string;
  /** Bytes. */
  size: number;
}

export interface UploadedForm<Field extends string> {
  fields: Partial<Record<Field, string>>;
  file: UploadedFile | null;
  /** A folder that holds the file, for temporary files of the request. */
  folder: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    uploadFolder: string;
  }
  interface FastifyRequest {
    /** Resolves when the response is sent or the client disconnects. Set for multipart requests. */
    responded: Promise<void> | null;
  }
}

const TEXT_LIMIT = 256 * 1024;

/** Creates the upload folder, or empties it: it belongs to this process. */
export function installUploads(app: App, { folder }: { folder: string }): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.decorate('uploadFolder', folder);
  app.decorateRequest('responded', null);
}

/**
 * A scope for routes with forms. Its parser leaves multipart bodies for `withForm` to read. Other routes reject them
 * without the cost of the parser.
 */
export function registerFormRoutes(app: App, register: (forms: App) => void): void {
  app.register(async (forms: App) => {
    await forms.register(multipart);
    forms.addHook('onRequest', (request, reply, done) => {
      if (isMultipart(request)) request.responded = finished(reply.raw).catch(() => undefined);
      done();
    });
    register(forms);
  });
}

/**
 * Reads the form of a request, text fields into memory and the file to disk, and calls `work` with it. The folder exists
 * until `work` is done and the response has ended, also when the client disconnects. Throws MULTIPART_INVALID,
 * FILE_TOO_LARGE, VALIDATION_FAILED with every wrong field, and the errors of `work`.
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
  const workDone = Promise.withResolvers<void>();
  void Promise.all([request.responded, workDone.promise])
    .then(() => rm(folder, { recursive: true, force: true }))
    .catch((error: unknown) => {
      // The next start empties the upload folder.
      request.log.warn({ err: error, folder }, 'the upload folder of a request could not be removed');
    });
  try {
    return await work(await readForm(request, spec, folder));
  } finally {
    workDone.resolve();
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
      problems.push({ path: name, message: `must have at most ${maxLength} characters` });
    else if (value.includes('\0'))
      problems.push({ path: name, message: 'must not contain the character U+0000' });
  }
  // A field with another problem is not missing.
  const sent = new Set([...content.fields.keys(), ...content.problems.map(({ path }) => path)]);
  for (const [name, { required }] of rules) {
    if (required && !sent.has(name)) problems.push({ path: name, message: 'is required' });
  }
  if (spec.file.required && content.file === null && !sent.has(spec.file.name)) {
    problems.push({ path: spec.file.name, message: 'is required; send it as a file' });
  }
  return problems;
}

/** Counts code points, as the validation of JSON bodies does. */
function isLonger(value: string, maxLength: number): boolean {
  return value.length > maxLength && Array.from(value).length > maxLength;
}

function isMultipart(request: FastifyRequest): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}
