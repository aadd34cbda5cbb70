import { createHmac } from 'node:crypto';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { createWorkflow, triggerGraph } from '../support/workflows/create-workflow.ts';

const api = await startTestApp({ name: 'workflow-trigger' });
const owner = await signIn(api);

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 0xa7).toString('base64')}`;

const send = (method: 'PUT' | 'POST', path: string, payload: object) =>
  api.app.inject({ method, url: `/api/workflows/${path}`, headers: owner.headers, payload });

const activate = async (data: object) => {
  const { publicId } = await createWorkflow(api, owner, { data });
  return { publicId, response: await send('PUT', publicId, { status: 'ACTIVE' }) };
};

describe('an invalid trigger keeps a workflow from ACTIVE', () => {
  test.each<[string, object, string, RegExp]>([
    ['a secret without its mark', { signingSecret: 'abc' }, 'signingSecret', /whsec_.*24 to 64/],
    ['a secret without a key', { signingSecret: 'whsec_' }, 'signingSecret', /whsec_/],
    ['a secret that is no base64', { signingSecret: `whsec_${'!'.repeat(40)}` }, 'signingSecret', /base64/],
    ['a key of one byte', { signingSecret: secretOf(1) }, 'signingSecret', /24 to 64/],
    ['a key of 23 bytes', { signingSecret: secretOf(23) }, 'signingSecret', /24 to 64/],
    ['a key of 65 bytes', { signingSecret: secretOf(65) }, 'signingSecret', /24 to 64/],
    ['a schema that is not JSON', { jsonSchema: '{"type":' }, 'jsonSchema', /schema is not valid JSON/],
    ['a schema that is a list', { jsonSchema: '[]' }, 'jsonSchema', /must be a JSON object/],
    ['a schema that is too large', { jsonSchema: { $comment: 'x'.repeat(70_000) } }, 'jsonSchema', /larger/],
    ['a schema of no draft', { jsonSchema: { type: 'nonsense' } }, 'jsonSchema', /not valid https/],
    ['a pattern that is none', { jsonSchema: { pattern: '(' } }, 'jsonSchema', /./],
    ['a remote reference', { jsonSchema: { $ref: 'http://127.0.0.1:9/x.json' } }, 'jsonSchema', /./],
  ])('%s', async (_name, data, member, message) => {
    const { publicId, response } = await activate(data);
    const problem = { path: `stepsJson.nodes[0].data.${member}`, message: expect.stringMatching(message) };
    expect([response.statusCode, response.json().code]).toEqual([400, 'GRAPH_INVALID']);
    expect(response.json().errors).toEqual([problem]);
    const judged = await send('POST', `${publicId}/validate`, {});
    expect(judged.json()).toEqual({
      valid: false,
      problems: [{ severity: 'error', ...problem, node: 'trigger', edge: null }],
    });
    expect(JSON.stringify(response.json())).not.toContain(secretOf(1));
  });

  test.each([
    ['24 bytes', { signingSecret: secretOf(24) }],
    ['64 bytes', { signingSecret: secretOf(64) }],
    ['32 bytes without padding', { signingSecret: secretOf(32).replace(/=+$/, '') }],
    ['members set to null or blank', { signingSecret: ' ', jsonSchema: null }],
    ['a schema as text', { jsonSchema: '{"$schema":"http://json-schema.org/draft-04/schema#"}' }],
  ])('a sound trigger becomes ACTIVE: %s', async (_name, data) => {
    const { response } = await activate(data);
    expect([response.statusCode, response.json().status]).toEqual([200, 'ACTIVE']);
  });

  test('a member of the wrong kind is reported once', async () => {
    const { response } = await activate({ signingSecret: 5, jsonSchema: [] });
    expect(response.json().errors).toMatchObject([
      { path: 'stepsJson.nodes[0].data.jsonSchema' },
      { path: 'stepsJson.nodes[0].data.signingSecret' },
    ]);
  });

  test('an ACTIVE workflow keeps its graph when a new one has such a trigger', async () => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    const response = await send('PUT', publicId, { stepsJson: triggerGraph({ signingSecret: 'abc' }) });
    expect([response.statusCode, response.json().code]).toEqual([400, 'GRAPH_INVALID']);
    const sent = await api.app.inject({
      method: 'POST',
      url: `/api/workflows/${publicId}/webhook`,
      payload: '{}',
    });
    expect(sent.statusCode).toBe(202);
  });
});

test('a secret whose key is empty rejects a signature made with an empty key', async () => {
  const { publicId } = await createWorkflow(api, owner, { data: { signingSecret: 'whsec_A' } });
  const time = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', '').update(`m1.${time}.{}`).digest('base64');
  const headers = { 'webhook-id': 'm1', 'webhook-timestamp': `${time}`, 'webhook-signature': `v1,${mac}` };
  const url = `/api/workflows/${publicId}/webhook`;
  const response = await api.app.inject({ method: 'POST', url, headers, payload: '{}' });
  expect([response.statusCode, response.body]).toEqual([401, expect.stringContaining('signingSecret')]);
});
