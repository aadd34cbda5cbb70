import Type from 'typebox';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { App } from '../../../http/app-types.ts';
import { attachment } from '../../../http/attachment.ts';
import { binary } from '../../../http/describe.ts';
import { problems } from '../../../http/problem.ts';
import { publicIdParams } from '../../../http/schemas.ts';
import { getUser } from '../../auth/authentication.ts';
import { EDITORS } from '../../auth/policy.ts';
import { PAGE_WIDTH } from './page-images.ts';
import { fieldList, pageParams, previewBody } from './template-views.schemas.ts';
import type { TemplateViews } from './template-views.service.ts';

const shared = { tags: ['Templates'] };
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Routes for the fields, page images, preview and spreadsheet of a template. */
export function registerTemplateViewRoutes(
  app: App,
  { templateViews }: { templateViews: TemplateViews },
): void {
  app.get(
    '/api/templates/:publicId/fields',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...shared,
        summary: 'List the pages and form fields of a template',
        params: publicIdParams,
        response: { 200: fieldList, ...problems(401, 404, 429) },
      },
    },
    async (request) => templateViews.listFields(getUser(request), request.params.publicId),
  );

  app.get(
    '/api/templates/:publicId/pages/:page.png',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...shared,
        summary: 'An image of one page',
        params: pageParams,
        response: {
          200: binary('image/png', `PNG, ${PAGE_WIDTH} pixels wide; less for a very tall page`),
          ...problems(400, 401, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const { publicId, page } = request.params;
      const view = { user: getUser(request), publicId, signal: abortOnDisconnect(reply) };
      return reply.header('content-type', 'image/png').send(await templateViews.drawPage(view, page));
    },
  );

  app.post(
    '/api/templates/:publicId/preview',
    {
      config: { policy: EDITORS, scope: 'stamp' },
      schema: {
        ...shared,
        summary: 'Fill a template with one row',
        description:
          'Uses no action and stores nothing. Columns are matched like the headers of a spreadsheet; missing columns ' +
          'are blank. `Stamp-Warnings` counts all warnings, including columns that fill nothing.',
        params: publicIdParams,
        body: previewBody,
        response: {
          200: {
            ...binary('application/pdf', 'The filled PDF'),
            headers: { 'Stamp-Warnings': Type.Integer() },
          },
          ...problems(400, 401, 403, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const view = {
        user: getUser(request),
        publicId: request.params.publicId,
        signal: abortOnDisconnect(reply),
      };
      const { pdf, warnings } = await templateViews.preview(view, request.body);
      return reply
        .header('content-type', 'application/pdf')
        .header('stamp-warnings', warnings)
        .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
    },
  );

  app.get(
    '/api/templates/:publicId/sheet.xlsx',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...shared,
        summary: 'A spreadsheet to fill in for a template',
        description:
          'Has the columns of the template, with drop-down lists for options, date and number formats, marked required ' +
          'columns, and an example row that `POST /api/stamper/stamp` accepts.',
        params: publicIdParams,
        response: { 200: binary(WORKBOOK, 'An XLSX workbook'), ...problems(400, 401, 404, 429) },
      },
    },
    async (request, reply) => {
      const view = {
        user: getUser(request),
        publicId: request.params.publicId,
        signal: abortOnDisconnect(reply),
      };
      const { name, workbook } = await templateViews.makeSheet(view);
      return reply
        .header('content-type', WORKBOOK)
        .header('content-disposition', attachment(`${name}.xlsx`))
        .send(Buffer.from(workbook.buffer, workbook.byteOffset, workbook.byteLength));
    },
  );
}
