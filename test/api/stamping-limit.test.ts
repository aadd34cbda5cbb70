import type { AddressInfo } from 'node:net';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { simpleForm } from '../support/stamping/harness.ts';
import { actionsOf } from '../support/usage.ts';

const api = await startTestApp({ name: 'stamping-limit' });
await api.app.listen({ port: 0, host: '127.0.0.1' });
const baseUrl = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
const admin = await signIn(api, 'ADMIN');

/** A user with a template and this many actions a month. */
async function limited(actionLimit: number) {
  const who = await signIn(api);
  const form = new FormData();
  form.append('name', 'Form');
  form.append('file', new File([new Uint8Array(await simpleForm())], 'form.pdf'));
  const made = await fetch(`${baseUrl}/api/templates`, { method: 'POST', body: form, headers: who.headers });
  const { publicId: templateId } = (await made.json()) as { publicId: string };
  await api.app.inject({
    method: 'PUT',
    url: `/api/admin/users/${who.user.publicId}/plan`,
    headers: admin.headers,
    payload: { actionLimit },
  });
  const stamp = (csv: string, to = 'stamp', onError = 'abort') => {
    const request = new FormData();
    request.append('templateId', templateId);
    request.append('onError', onError);
    request.append('file', new File([csv], 'rows.csv'));
    return fetch(`${baseUrl}/api/stamper/${to}`, { method: 'POST', body: request, headers: who.headers });
  };
  return { who, stamp };
}

const rows = (count: number) => `Name\n${Array.from({ length: count }, (_, i) => `Row ${i}\n`).join('')}`;
const whole = async (response: Response) => [response.status, (await response.arrayBuffer()).byteLength > 0];

test('a job larger than the quota is rejected with the number of actions left; one that fits is stamped; then none is', async () => {
  const { who, stamp } = await limited(5);
  const rejected = await stamp(rows(6));
  const problem = (await rejected.json()) as { code: string; detail: string };
  expect([rejected.status, problem.code]).toEqual([403, 'ACTION_LIMIT_REACHED']);
  expect(problem.detail).toContain('takes 6 actions, but only 5');
  expect(await actionsOf(api, who.user)).toBe(0);
  expect(await whole(await stamp(rows(5)))).toEqual([200, true]);
  expect(await actionsOf(api, who.user)).toBe(5);
  expect((await stamp(rows(1))).status).toBe(403);
  // A check costs nothing and is not limited.
  expect((await stamp(rows(1), 'check')).status).toBe(200);
});

test('two jobs at once cannot exceed the limit together', async () => {
  const { who, stamp } = await limited(5);
  const responses = await Promise.all([stamp(rows(3)), stamp(rows(3))]);
  const results = await Promise.all(responses.map(whole));
  expect(results.map(([status]) => status).sort()).toEqual([200, 403]);
  expect(await actionsOf(api, who.user)).toBe(3);
  expect(await whole(await stamp(rows(2)))).toEqual([200, true]);
});

test('rows that are left out cost nothing, also in a long table', async () => {
  const { who, stamp } = await limited(2_100);
  // Kharoshthi: no bundled font has it.
  const bad = `"\u{10A10}"\n`.repeat(3);
  expect(await whole(await stamp(`${rows(2_100)}${bad}`, 'stamp', 'skip'))).toEqual([200, true]);
  expect(await actionsOf(api, who.user)).toBe(2_100);
  expect((await api.services.usage.getQuota({ userId: who.user.id, organizationId: null })).taken).toBe(
    2_100,
  );
});
