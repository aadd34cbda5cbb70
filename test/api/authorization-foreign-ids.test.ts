import { createPublicId } from '../../src/infra/public-id.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';
import { createTemplate, pdfPart, sendForm } from '../support/templates.ts';
import { createWorkflow, triggerGraph } from '../support/workflows/create-workflow.ts';

/** Ids in bodies and queries: a foreign object gets the same response as a missing one, byte for byte. */
const api = await startTestApp({ name: 'foreign-references' });
const root = await signIn(api, 'SUPER_ADMIN');
const me = await signIn(api);
/** My own organization, of which I am ORG_ADMIN. */
const mine = await createOrganization(api, root, 'Mine');
await joinOrganization(api, root, { organization: mine, role: 'ORG_ADMIN', who: me });
const organization = await createOrganization(api, root, 'Foreign');
const member = await joinOrganization(api, root, { organization, role: 'MEMBER' });
const { body } = await callAs(api, root, {
  method: 'POST',
  url: `/api/organizations/${organization}/invitations`,
  body: { email: 'invited@example.com', role: 'MEMBER' },
});
const template = (await createTemplate(api, member)).publicId;
const foreign = { template, organization, member: member.user.publicId, invitation: body.invitationId };
const missing = {
  template: createPublicId('tpl'),
  organization: createPublicId('org'),
  member: createPublicId('usr'),
  invitation: createPublicId('inv'),
};

const graphWith = (templateId: string) => ({
  nodes: [
    ...triggerGraph().nodes,
    { id: 'fill', type: 'templateNode', position: { x: 0, y: 0 }, data: { templateId, fieldMappings: {} } },
  ],
  edges: [{ id: 'e', source: 'trigger', target: 'fill' }],
});

type Ids = typeof foreign;
const cases: [string, number, (ids: Ids) => Promise<{ status: number; body: unknown }>][] = [
  [
    'the usage of an organization',
    404,
    ({ organization }) => callAs(api, me, { url: `/api/usage?organizationId=${organization}` }),
  ],
  [
    'the organization of a new template',
    400,
    async ({ organization }) => {
      const parts = [
        await pdfPart(),
        { name: 'name', value: 'x' },
        { name: 'organizationId', value: organization },
      ];
      const response = await sendForm(api, me, { parts });
      return { status: response.statusCode, body: response.json() };
    },
  ],
  [
    'the organization a template is moved to',
    400,
    async ({ organization }) => {
      const { publicId } = await createTemplate(api, me);
      const parts = [{ name: 'organizationId', value: organization }];
      const response = await sendForm(api, me, { method: 'PUT', url: `/api/templates/${publicId}`, parts });
      return { status: response.statusCode, body: response.json() };
    },
  ],
  [
    'the template of a check',
    404,
    async ({ template }) => {
      const parts = [
        { name: 'templateId', value: template },
        { name: 'file', value: 'name\nx', filename: 'rows.csv' },
      ];
      const response = await sendForm(api, me, { url: '/api/stamper/check', parts });
      return { status: response.statusCode, body: response.json() };
    },
  ],
  [
    'the template of a graph that is judged',
    200,
    async ({ template }) => {
      const { publicId } = await createWorkflow(api, me, { graph: graphWith(template) });
      return callAs(api, me, { method: 'POST', url: `/api/workflows/${publicId}/validate` });
    },
  ],
  [
    'the template of a workflow that is to be ACTIVE',
    400,
    async ({ template }) => {
      const { publicId } = await createWorkflow(api, me, { graph: graphWith(template) });
      return callAs(api, me, {
        method: 'PUT',
        url: `/api/workflows/${publicId}`,
        body: { status: 'ACTIVE' },
      });
    },
  ],
  [
    'a member under an organization of mine',
    404,
    ({ member }) =>
      callAs(api, me, { method: 'DELETE', url: `/api/organizations/${mine}/members/${member}` }),
  ],
  [
    'an invitation under an organization of mine',
    404,
    ({ invitation }) =>
      callAs(api, me, {
        method: 'POST',
        url: `/api/organizations/${mine}/invitations/${invitation}/resend`,
      }),
  ],
  [
    'an invitation to take back under an organization of mine',
    404,
    ({ invitation }) =>
      callAs(api, me, { method: 'DELETE', url: `/api/organizations/${mine}/invitations/${invitation}` }),
  ],
];

test.each(cases)('%s: a foreign one is a missing one', async (_what, status, ask) => {
  const respond = async (ids: Ids) => {
    const response = await ask(ids);
    let text = JSON.stringify(response.body);
    for (const id of Object.values(ids)) text = text.replaceAll(id, 'ID');
    return { status: response.status, text: text.replace(/"requestId":"[^"]*"/, '') };
  };
  const response = await respond(foreign);
  expect(response).toEqual(await respond(missing));
  expect(response.status).toBe(status);
});
