import Type from 'typebox';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { App } from '../../../http/app-types.ts';
import { binary } from '../../../http/describe.ts';
import { problems } from '../../../http/problem.ts';
import { getUser } from '../../auth/authentication.ts';
import { archiveQuery } from './archive.schemas.ts';
import type { ArchiveService } from './archive.service.ts';

/** Documents of many runs, for the workflow's owner. */
export function registerArchiveRoutes(
  app: App,
  { documentArchive }: { documentArchive: ArchiveService },
): void {
  app.get(
    '/api/workflows/:workflowId/documents.zip',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        tags: ['Documents'],
        security: [{ bearer: [] }],
        summary: 'Download the documents of many runs',
        description:
          'Of the runs that began in the time range, at most 10,000 documents, and `manifest.json` with names, sizes, ' +
          'SHA-256, run and event of each. When a document cannot be read the download breaks off: an archive that ' +
          'ends well is whole.',
        params: Type.Object({ workflowId: Type.String() }),
        querystring: archiveQuery,
        response: { 200: binary('application/zip', 'A ZIP archive'), ...problems(400, 401, 404, 429) },
      },
    },
    async (request, reply) => {
      const query = { ...request.query, signal: abortOnDisconnect(reply) };
      const archive = await documentArchive.open(getUser(request).id, request.params.workflowId, query);
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', 'attachment; filename="documents.zip"')
        .send(archive);
    },
  );
}
