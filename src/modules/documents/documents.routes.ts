import Type from 'typebox';
import type { App } from '../../http/app-types.ts';
import { attachment } from '../../http/attachment.ts';
import { findByteRange, setByteRange } from '../../http/byte-range.ts';
import { binary } from '../../http/describe.ts';
import { problems } from '../../http/problem.ts';
import { getUser } from '../auth/authentication.ts';
import { documentRecord } from './documents.schemas.ts';
import type { DocumentsService } from './documents.service.ts';

const common = { tags: ['Documents'], security: [{ bearer: [] }] };
const params = Type.Object({ documentId: Type.String() });

/** Documents that runs made, for their owner. */
export function registerDocumentRoutes(app: App, { documents }: { documents: DocumentsService }): void {
  app.get(
    '/api/documents/:documentId',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...common,
        summary: 'Details of a document',
        params,
        response: { 200: documentRecord, ...problems(401, 404, 429) },
      },
    },
    async (request) => documents.get(getUser(request).id, request.params.documentId),
  );

  app.get(
    '/api/documents/:documentId/pdf',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...common,
        summary: 'Download a document',
        params,
        response: {
          200: binary('application/pdf', 'The filled PDF'),
          206: binary('application/pdf', 'The requested range; for several ranges, the whole file'),
          ...problems(400, 401, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const file = await documents.getFile(getUser(request).id, request.params.documentId);
      const { name, size } = file;
      const etag = `"${file.sha256}"`;
      const range = findByteRange(request, { size, etag });
      // Opened before the headers are set: the file may be missing.
      const body = await file.open(range);
      setByteRange(reply, { range, size });
      return reply
        .header('content-type', 'application/pdf')
        .header('etag', etag)
        .header('content-disposition', attachment(name))
        .send(body);
    },
  );
}
