import Type from 'typebox';
import type { App } from '../../http/app-types.ts';
import { attachment } from '../../http/attachment.ts';
import { getUser } from '../../http/authentication.ts';
import { problems } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { documentRecord } from './documents.schemas.ts';

const common = { tags: ['Documents'], security: [{ bearer: [] }] };
const params = Type.Object({ documentId: Type.String() });

/** Documents that runs made, for their owner. */
export function registerDocumentRoutes(app: App, { documents }: Services): void {
  app.get(
    '/api/documents/:documentId',
    {
      config: { policy: 'authenticated' },
      schema: {
        ...common,
        summary: 'Facts about a document',
        params,
        response: { 200: documentRecord, ...problems(401, 404, 429) },
      },
    },
    async (request) => documents.get(getUser(request).id, request.params.documentId),
  );

  app.get(
    '/api/documents/:documentId/pdf',
    {
      config: { policy: 'authenticated' },
      schema: {
        ...common,
        summary: 'Download a document',
        params,
        response: {
          200: {
            description: 'The filled PDF',
            content: { 'application/pdf': { schema: Type.Unsafe({ type: 'string', format: 'binary' }) } },
          },
          ...problems(401, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const { name, size, body } = await documents.open(getUser(request).id, request.params.documentId);
      return reply
        .header('content-type', 'application/pdf')
        .header('content-length', size)
        .header('content-disposition', attachment(name))
        .send(body);
    },
  );
}
