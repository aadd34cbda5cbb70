import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { DomainError } from '../../errors.ts';
import { abortOnDisconnect } from '../../http/abort-on-disconnect.ts';
import type { App } from '../../http/app-types.ts';
import { binary, formOf } from '../../http/describe.ts';
import { problems } from '../../http/problem.ts';
import { registerFormRoutes, type UploadedForm, withForm } from '../../http/uploads.ts';
import { getUser } from '../auth/authentication.ts';
import { EDITORS } from '../auth/policy.ts';
import { checkDescription, checkSchema, STAMP_FIELDS, stampDescription } from './stamping.schemas.ts';
import type { StampingService, StampRequest } from './stamping.service.ts';

interface StampingRoutesDeps {
  stamping: StampingService;
  /** The largest data file that may be uploaded. */
  maxTableBytes: number;
}

const form = formOf({ fields: STAMP_FIELDS, file: ['file', true] });

/** Bulk stamping: the request has a spreadsheet, the response is an archive. */
export function registerStampingRoutes(app: App, deps: StampingRoutesDeps): void {
  registerFormRoutes(app, (forms) => registerForms(forms, deps));
}

function registerForms(app: App, { stamping, maxTableBytes }: StampingRoutesDeps): void {
  const spec = {
    fields: STAMP_FIELDS,
    file: { name: 'file', maxBytes: maxTableBytes, required: true },
  };
  app.post(
    '/api/stamper/stamp',
    {
      config: { policy: EDITORS, scope: 'stamp', form },
      schema: {
        tags: ['Stamping'],
        summary: 'Fill a template with every row of a spreadsheet',
        description: stampDescription,
        response: {
          200: {
            ...binary('application/zip', 'A ZIP archive of filled PDFs'),
            headers: { 'Stamp-Warnings': Type.Integer() },
          },
          ...problems(400, 401, 403, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const signal = abortOnDisconnect(reply);
      stamping.prepare();
      const { archive, warnings, countWarnings } = await withForm(request, spec, (form) =>
        stamping.stamp(toRequest(request, form, signal)),
      );
      if (warnings !== null) reply.header('stamp-warnings', warnings);
      // HTTP/1.0 has neither chunks nor trailers; the end of the connection ends the archive.
      else if (request.raw.httpVersion !== '1.0') {
        reply.trailer('stamp-warnings', async () => String(countWarnings()));
      }
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', 'attachment; filename="documents.zip"')
        .send(archive);
    },
  );

  app.post(
    '/api/stamper/check',
    {
      config: { policy: EDITORS, scope: 'stamp', form },
      schema: {
        tags: ['Stamping'],
        summary: 'Check a spreadsheet against a template',
        description: checkDescription,
        response: { 200: checkSchema, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const signal = abortOnDisconnect(reply);
      stamping.prepare();
      return withForm(request, spec, (form) => stamping.check(toRequest(request, form, signal)));
    },
  );
}

function toRequest(
  request: FastifyRequest,
  { fields, file, folder }: UploadedForm<keyof typeof STAMP_FIELDS>,
  signal: AbortSignal,
): StampRequest {
  return {
    user: getUser(request),
    templateId: fields.templateId ?? '',
    tablePath: file?.path ?? '',
    folder,
    namingPattern: fields.namingPattern,
    onError: parseChoice('onError', fields.onError, ['abort', 'skip']),
    flatten: parseChoice('flatten', fields.flatten, ['false', 'true']) === 'true',
    signal,
  };
}

/** One of the allowed values of a field; the first one when the field is absent or blank. */
function parseChoice<const Choice extends string>(
  path: string,
  value: string | undefined,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  if (value === undefined || value === '') return choices[0];
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  const message = `must be ${choices.join(' or ')}`;
  throw new DomainError('VALIDATION_FAILED', `The form is not valid: ${path} ${message}.`, {
    paths: [{ path, message }],
  });
}
