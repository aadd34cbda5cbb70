import { buffer } from 'node:stream/consumers';
import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs } from '../support/organizations.ts';
import { createLargeTemplate, readSlowly, type SlowReader, stampOf } from '../support/slow-reader.ts';
import { untilTidy } from '../support/templates.ts';
import { until } from '../support/until.ts';

/** Stamps are let in once and may take long: what becomes of them when their account may stamp no more. */
const ROWS = 60;

const api = await startTestApp({ name: 'revoked-responses' });
await api.app.listen({ host: '127.0.0.1', port: 0 });
const root = await signIn(api, 'SUPER_ADMIN');

async function beginStamp(
  as: (who: SignedIn) => Promise<SignedIn>,
): Promise<{ who: SignedIn; stamp: SlowReader }> {
  const who = await signIn(api);
  const templateId = await createLargeTemplate(api, who, 512 * 1024);
  return { who, stamp: await readSlowly(api, stampOf(await as(who), { templateId, rows: ROWS })) };
}

const actionsOf = async ({ user }: SignedIn) => {
  const [row] = await api.services.orm.em
    .fork()
    .execute<{ n: string }[]>('select coalesce(sum(actions), 0) as n from usage_entry where user_id = ?', [
      user.id,
    ]);
  return Number(row?.n);
};

const withToken = async (who: SignedIn) => who;

async function withKey(who: SignedIn): Promise<SignedIn> {
  const request = { url: '/api/me/api-keys', body: { name: 'Stamper', scopes: ['stamp'] } };
  const { body } = await callAs(api, who, { method: 'POST', ...request });
  return { ...who, headers: { authorization: `Bearer ${body.secret}` } };
}

test.each<[string, (who: SignedIn) => Promise<unknown>, (who: SignedIn) => Promise<SignedIn>]>([
  [
    'is locked',
    ({ user }) => callAs(api, root, { method: 'POST', url: `/api/admin/users/${user.publicId}/lock` }),
    withToken,
  ],
  [
    'becomes a GUEST',
    ({ user }) =>
      callAs(api, root, {
        method: 'PATCH',
        url: `/api/admin/users/${user.publicId}/role`,
        body: { applicationRole: 'GUEST' },
      }),
    withToken,
  ],
  [
    'revokes the key',
    async (who) => {
      const { body } = await callAs(api, who, { url: '/api/me/api-keys' });
      return callAs(api, who, { method: 'DELETE', url: `/api/me/api-keys/${body[0].keyId}` });
    },
    withKey,
  ],
])(
  'a stamp is aborted when its account %s, and the sent PDFs are counted once',
  async (_what, change, as) => {
    const { who, stamp } = await beginStamp(as);
    const other = await beginStamp(as);
    expect([stamp.response.statusCode, stamp.socket.destroyed]).toEqual([200, false]);
    expect(await change(who)).toMatchObject({ status: 200 });
    await until(() => stamp.socket.destroyed);
    await until(async () => (await actionsOf(who)) > 0);
    expect(await actionsOf(who)).toBeLessThan(ROWS);
    // The client receives a truncated archive, never a whole one.
    await expect(buffer(stamp.response)).rejects.toThrow(/aborted/);

    expect(other.stamp.socket.destroyed).toBe(false);
    const whole = await buffer(other.stamp.response);
    expect(whole.subarray(-22, -18).toString()).toBe('PK\u0005\u0006');
    await until(async () => (await actionsOf(other.who)) === ROWS);
    await untilTidy(api);
  },
);
