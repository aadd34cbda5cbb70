import Type from 'typebox';
import { abortOnDisconnect } from '../../http/abort-on-disconnect.ts';
import type { App } from '../../http/app-types.ts';
import { binary, formOf } from '../../http/describe.ts';
import { problems } from '../../http/problem.ts';
import { publicIdParams } from '../../http/schemas.ts';
import { sendStored } from '../../http/send-stored.ts';
import { registerFormRoutes, withForm } from '../../http/uploads.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import { getUser } from '../auth/authentication.ts';
import { EDITORS } from '../auth/policy.ts';
import {
  CREATE_FIELDS,
  templateDeleted,
  templateItem,
  templateMetadata,
  templateRecord,
  templateUpdated,
  UPDATE_FIELDS,
} from './templates.schemas.ts';
import type { TemplatesService } from './templates.service.ts';

interface TemplateRoutesDeps {
  templates: TemplatesService;
  storage: ObjectStorage;
  /** The largest PDF that may be uploaded. */
  maxPdfBytes: number;
}

const shared = { tags: ['Templates'] };

/** Routes to view, upload, change and delete templates. */
export function registerTemplateRoutes(app: App, deps: TemplateRoutesDeps): void {
  const { templates, storage } = deps;

  app.get(
    '/api/templates',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...shared,
        summary: 'List the templates you own or share through an organization, newest first',
        response: { 200: Type.Array(templateItem), ...problems(401, 429) },
      },
    },
    async (request) => templates.list(getUser(request)),
  );

  app.get(
    '/api/templates/metadata',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...shared,
        summary: 'List short facts about all templates that you can access',
        response: { 200: Type.Array(templateMetadata), ...problems(401, 429) },
      },
    },
    async (request) => templates.listMetadata(getUser(request)),
  );

  app.get(
    '/api/templates/:publicId',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...shared,
        summary: 'Read a template',
        params: publicIdParams,
        response: { 200: templateRecord, ...problems(401, 404, 429) },
      },
    },
    async (request) => templates.get(getUser(request), request.params.publicId),
  );

  registerFormRoutes(app, (forms) => registerForms(forms, deps));

  app.delete(
    '/api/templates/:publicId',
    {
      config: { policy: EDITORS },
      schema: {
        ...shared,
        summary: 'Permanently delete a template and its PDF',
        description: 'Workflows that use it fail on their next run.',
        params: publicIdParams,
        response: { 200: templateDeleted, ...problems(401, 403, 404, 429) },
      },
    },
    async (request) => {
      await templates.delete(getUser(request), request.params.publicId);
      return { message: 'Template deleted' };
    },
  );

  app.get(
    '/api/templates/:publicId/pdf',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...shared,
        summary: 'Download the PDF of a template',
        params: publicIdParams,
        response: {
          200: binary('application/pdf', 'The uploaded PDF'),
          ...problems(401, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const { template, version } = await templates.getCurrent(getUser(request), request.params.publicId);
      const { fileKey: key, fileSha256: etag } = version;
      const file = { key, etag, type: 'application/pdf', name: `${template.name}.pdf` };
      return sendStored(reply, storage, file);
    },
  );

  app.get(
    '/api/templates/:publicId/thumbnail',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...shared,
        summary: 'An image of page 1',
        params: publicIdParams,
        response: { 200: binary('image/png', 'PNG, 320 pixels wide'), ...problems(401, 404, 429) },
      },
    },
    async (request, reply) => {
      const { version } = await templates.getCurrent(getUser(request), request.params.publicId);
      const { thumbnailKey: key = null, fileSha256: etag } = version;
      return sendStored(reply, storage, { key, etag, type: 'image/png', name: null });
    },
  );
}

function registerForms(app: App, { templates, maxPdfBytes }: TemplateRoutesDeps): void {
  const file = (required: boolean) => ({ name: 'file', maxBytes: maxPdfBytes, required });

  app.post(
    '/api/templates',
    {
      config: { policy: EDITORS, form: formOf({ fields: CREATE_FIELDS, file: ['file', true] }) },
      schema: {
        ...shared,
        summary: 'Upload a template',
        description:
          'The file is checked before anything is stored. `organizationId`: one of your organizations, or blank for ' +
          'none; the default is your only organization. The default of `columns` is derived from the mappings, or ' +
          'from the names of the fields if there are no mappings.',
        response: { 200: templateRecord, ...problems(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const user = getUser(request);
      const signal = abortOnDisconnect(reply);
      return withForm(request, { fields: CREATE_FIELDS, file: file(true) }, async (form) => {
        const { name = '', ...fields } = form.fields;
        const { path, size } = form.file ?? { path: '', size: 0 };
        const upload = { path, size, folder: form.folder, owner: user.publicId, signal };
        return templates.create(user, { ...fields, name, file: upload });
      });
    },
  );

  app.put(
    '/api/templates/:publicId',
    {
      config: { policy: EDITORS, form: formOf({ fields: UPDATE_FIELDS, file: ['file', false] }) },
      schema: {
        ...shared,
        summary: 'Change a template; fields that are not sent stay the same',
        description:
          'A new file or new mappings create a new version; stamps and runs in progress use the old one. Blank `json` ' +
          'and `namingPattern` are removed, blank `columns` are derived again. `organizationId` (owner only): one of ' +
          'your organizations to share the template through, or blank to stop sharing it.',
        params: publicIdParams,
        response: { 200: templateUpdated, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const user = getUser(request);
      const signal = abortOnDisconnect(reply);
      const { publicId } = request.params;
      // Checked before the body is read, to avoid receiving a file that will be rejected.
      await templates.requireEditable(user, publicId);
      return withForm(request, { fields: UPDATE_FIELDS, file: file(false) }, async (form) => {
        if (form.file === null) return templates.update(user, publicId, form.fields);
        const { path, size } = form.file;
        const upload = { path, size, folder: form.folder, owner: user.publicId, signal };
        return templates.update(user, publicId, { ...form.fields, file: upload });
      });
    },
  );
}
