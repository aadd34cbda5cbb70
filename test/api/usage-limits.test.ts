import type { AddressInfo } from 'node:net';
import { createPublicId } from '../../src/infra/public-id.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';
import { simpleForm } from '../support/stamping/harness.ts';
import { until } from '../support/until.ts';
import { actionsOf } from '../support/usage.ts';

/** Reservations under an action limit, when a stamp does not end normally. */
const clock = createTestClock('2026-11-28T12:00:00Z');

const api = await startTestApp({ name: 'usage-limits', clock });
await api.app.listen({ port: 0, host: '127.0.0.1' });
const baseUrl = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
const root = await signIn(api, 'SUPER_ADMIN');

const limit = (subject: string, actionLimit: number | null) => {
  const url = `/api/admin/${subject.startsWith('org_') ? 'organizations' : 'users'}/${subject}/plan`;
  return callAs(api, root, { method: 'PUT', url, body: { actionLimit } });
};

async function upload(who: SignedIn, organizationId = ''): Promise<string> {
  const form = new FormData();
  form.append('name', 'Form');
  form.append('organizationId', organizationId);
  form.append('file', new File([new Uint8Array(await simpleForm())], 'form.pdf'));
  const made = await fetch(`${baseUrl}/api/templates`, { method: 'POST', body: form, headers: who.headers });
  return ((await made.json()) as { publicId: string }).publicId;
}

interface StampInput {
  templateId: string;
  rows: number;
  signal?: AbortSignal;
}

function stamp(who: SignedIn, { templateId, rows, signal }: StampInput): Promise<Response> {
  const form = new FormData();
  form.append('templateId', templateId);
  const csv = `Name\n${Array.from({ length: rows }, (_, i) => `Row ${i}\n`).join('')}`;
  form.append('file', new File([csv], 'rows.csv'));
  const request = { method: 'POST', body: form, headers: who.headers };
  return fetch(`${baseUrl}/api/stamper/stamp`, { ...request, ...(signal !== undefined && { signal }) });
}

/** The status of a response that is read to its end. */
async function statusOf(reply: Promise<Response>): Promise<number> {
  const response = await reply;
  await response.arrayBuffer();
  return response.status;
}

async function counters(subject: string): Promise<{ charged: number; reserved: number }> {
  const em = api.services.orm.em.fork();
  const rows = await em.execute<{ charged: number; reserved: number }[]>(
    'select charged, reserved from usage_counter where subject = ?',
    [subject],
  );
  return rows[0] ?? { charged: 0, reserved: 0 };
}

test('the limit of an organization holds over all its members, and their own templates are beside it', async () => {
  const organization = await createOrganization(api, root);
  const one = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  const two = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  await limit(organization, 3);
  await limit(two.user.publicId, 1);
  const shared = await upload(one, organization);
  const own = await upload(two);
  expect(await statusOf(stamp(one, { templateId: shared, rows: 2 }))).toBe(200);
  const rejected = await stamp(two, { templateId: shared, rows: 2 });
  const { code, detail } = (await rejected.json()) as { code: string; detail: string };
  expect([rejected.status, code]).toEqual([403, 'ACTION_LIMIT_REACHED']);
  expect(detail).toContain('takes 2 actions, but only 1');
  // Two's own limit is not touched by what the organization pays, nor the other way round.
  expect(await statusOf(stamp(two, { templateId: shared, rows: 1 }))).toBe(200);
  expect(await statusOf(stamp(two, { templateId: own, rows: 1 }))).toBe(200);
  expect(await statusOf(stamp(two, { templateId: own, rows: 1 }))).toBe(403);
  expect(await counters(organization)).toEqual({ charged: 3, reserved: 0 });
  expect([await actionsOf(api, one.user), await actionsOf(api, two.user)]).toEqual([2, 2]);
});

test('a client that disconnects is charged only for the sent PDFs; the rest of the limit is free again', async () => {
  const who = await signIn(api);
  const rows = 20_000;
  await limit(who.user.publicId, rows);
  const templateId = await upload(who);
  const hangUp = new AbortController();
  const reply = await stamp(who, { templateId, rows, signal: hangUp.signal });
  expect(reply.status).toBe(200);
  expect(await counters(who.user.publicId)).toEqual({ charged: 0, reserved: rows });
  await reply.body?.getReader().read();
  hangUp.abort();
  await until(async () => (await counters(who.user.publicId)).reserved === 0);
  const { charged } = await counters(who.user.publicId);
  expect(charged).toBeLessThan(rows);
  expect(await statusOf(stamp(who, { templateId, rows: 1 }))).toBe(200);
});

test('a client that hangs up before the first byte pays nothing', async () => {
  const who = await signIn(api);
  await limit(who.user.publicId, 50_000);
  const templateId = await upload(who);
  const hangUp = new AbortController();
  const reply = stamp(who, { templateId, rows: 20_000, signal: hangUp.signal });
  const broken = expect(reply).rejects.toMatchObject({ name: 'AbortError' });
  hangUp.abort();
  await broken;
  await until(async () => (await statusOf(stamp(who, { templateId, rows: 1 }))) === 200);
  expect(await counters(who.user.publicId)).toEqual({ charged: 1, reserved: 0 });
});

test('what lapses while its work goes on is counted all the same, once, and nothing falls below zero', async () => {
  const { user } = await signIn(api);
  await limit(user.publicId, 4);
  const { usage } = api.services;
  const of = (actions: number) => ({
    source: createPublicId('job'),
    actions,
    userId: user.id,
    organizationId: null,
    at: clock.now(),
    templatePublicId: createPublicId('tpl'),
    workflowPublicId: null,
  });
  const [slow, quick] = [of(3), of(4)];
  const end = await usage.hold(slow);
  clock.time += 6 * 60_000;
  expect(await usage.expire()).toBe(1);
  expect((await usage.reserve(quick)).isGranted).toBe(true);
  await usage.record(slow);
  end();
  expect(await counters(user.publicId)).toEqual({ charged: 3, reserved: 4 });
  // An existing document needs no quota; a new one finds none.
  expect((await usage.reserve(slow)).isGranted).toBe(true);
  expect((await usage.reserve(of(1))).isGranted).toBe(false);
  await usage.record(quick);
  expect(await usage.expire()).toBe(0);
  expect(await counters(user.publicId)).toEqual({ charged: 7, reserved: 0 });
});

test('a limit below the current usage keeps the usage and blocks further stamps', async () => {
  const who = await signIn(api);
  await limit(who.user.publicId, 5);
  const templateId = await upload(who);
  expect(await statusOf(stamp(who, { templateId, rows: 4 }))).toBe(200);
  await limit(who.user.publicId, 2);
  expect(await statusOf(stamp(who, { templateId, rows: 1 }))).toBe(403);
  const { body } = await callAs(api, who, { url: '/api/usage' });
  expect(body).toMatchObject({ actions: 4, actionLimit: 2, actionsLeft: 0 });
  await limit(who.user.publicId, null);
  expect(await statusOf(stamp(who, { templateId, rows: 3 }))).toBe(200);
});
