import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import type { Part } from '../support/multipart.ts';
import { createTemplate, pdfPart, sendForm } from '../support/templates.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** 00-simple has Name, City and Zip; 01-hierarchical-names has customer.name, customer.city, company.name, name. */
const SIMPLE = '00-simple.pdf';
const OTHER = '01-hierarchical-names.pdf';

const api = await startTestApp({ name: 'template-views-changes' });
const owner = await signIn(api);

const put = async (publicId: string, parts: Part[]) => {
  const url = `/api/templates/${publicId}`;
  const response = await sendForm(api, owner, { method: 'PUT', url, parts });
  expect(response.statusCode).toBe(200);
  return response.json();
};

const graph = (nodes: Record<string, object>) => ({
  nodes: Object.entries(nodes).map(([id, data]) => ({
    id,
    position: { x: 0, y: 0 },
    data,
    type: id === 'trigger' ? 'webhookTrigger' : 'templateNode',
  })),
  edges: Object.keys(nodes).map((id) => ({ id: `to-${id}`, source: 'trigger', target: id })),
});

test('after a new file, each mapped field that it does not have is reported', async () => {
  const FieldMappings = {
    Name: 'A',
    City: { ValueType: 'Static', StaticValue: 'x' },
    Zip: { ValueType: 'Ignore' },
    'customer.city': 'B',
    Stamp: { Page: 1, X: 5, Y: 5, ColumnHeader: 'C' },
    'Second page': { Page: 2, X: 5, Y: 5, ColumnHeader: 'D' },
    'Below the page': { Page: 1, X: 5, Y: 1700, ColumnHeader: 'D' },
  };
  const { publicId } = await createTemplate(api, owner, {
    pdf: OTHER,
    json: JSON.stringify({ FieldMappings }),
  });
  const { changes, ...record } = await put(publicId, [await pdfPart(SIMPLE)]);
  expect(changes).toEqual({
    missingFields: ['customer.city', 'Second page', 'Below the page'],
    workflows: [],
  });
  const url = `/api/templates/${publicId}`;
  expect((await api.app.inject({ url, headers: owner.headers })).json()).toEqual(record);
});

test('the same file again changes nothing, and without a file no changes are reported', async () => {
  const { publicId } = await createTemplate(api, owner, { json: '{"FieldMappings":{"Name":"A"}}' });
  const { changes } = await put(publicId, [await pdfPart(SIMPLE)]);
  expect(changes).toEqual({ missingFields: [], workflows: [] });
  expect(await put(publicId, [{ name: 'name', value: 'New' }])).not.toHaveProperty('changes');
});

test("workflows with missing columns are reported by node; other workflows and other users' workflows are not", async () => {
  const { publicId } = await createTemplate(api, owner, { pdf: SIMPLE });
  const other = await createTemplate(api, owner, { pdf: SIMPLE });
  const stranger = await signIn(api);
  const uses = (templateId: string, ...columns: string[]) => ({
    templateId,
    fieldMappings: Object.fromEntries(columns.map((column) => [column, 'event.x'])),
  });
  const hit = await createWorkflow(api, owner, {
    graph: graph({
      trigger: {},
      first: uses(publicId, 'zip', 'NAME', 'City', 'never there'),
      second: uses(publicId, 'Zip'),
      elsewhere: uses(other.publicId, 'Zip'),
      kept: uses(publicId, 'name'),
    }),
  });
  const repaired = await createWorkflow(api, owner, {
    graph: graph({ trigger: {}, a: uses(publicId, 'Zip') }),
  });
  await api.app.inject({
    method: 'PUT',
    url: `/api/workflows/${repaired.publicId}`,
    headers: owner.headers,
    payload: { stepsJson: graph({ trigger: {}, a: uses(publicId, 'Name') }) },
  });
  await createWorkflow(api, stranger, { graph: graph({ trigger: {}, a: uses(publicId, 'Zip') }) });
  await createWorkflow(api, owner, {
    graph: {
      nodes: [
        7,
        null,
        { type: 'templateNode' },
        { id: 'b', type: 'templateNode', data: { templateId: publicId } },
      ],
      edges: [],
    },
  });
  const { changes } = await put(publicId, [await pdfPart(OTHER)]);
  expect(changes).toEqual({
    missingFields: [],
    workflows: [
      { workflowId: hit.publicId, nodeId: 'first', missingColumns: ['zip'] },
      { workflowId: hit.publicId, nodeId: 'second', missingColumns: ['Zip'] },
    ],
  });
});

test('a rejected file reports and changes nothing', async () => {
  const { publicId } = await createTemplate(api, owner);
  const url = `/api/templates/${publicId}`;
  const before = (await api.app.inject({ url, headers: owner.headers })).json();
  const parts = [{ name: 'file', value: 'no PDF', filename: 'a.pdf' }];
  const response = await sendForm(api, owner, { method: 'PUT', url, parts });
  expect([response.statusCode, response.json().code]).toEqual([400, 'PDF_NOT_A_PDF']);
  expect((await api.app.inject({ url, headers: owner.headers })).json()).toEqual(before);
});
