import { startService } from './service.ts';
import { type Figure, median, timed } from './statistics.ts';

const SAMPLES = 200;

/**
 * Logins with a wrong password for each kind of address: the response time must not reveal whether an address has an
 * account, or the state of the account.
 */
export async function benchEnumeration(): Promise<Figure[]> {
  const service = await startService();
  try {
    const states = {
      locked: { is_enabled: false },
      unverified: { is_verified: false },
      'with two-factor': { totp_secret: 'sealed' },
    };
    for (const [name, state] of Object.entries(states)) {
      const [column, value] = Object.entries(state)[0] ?? [];
      await service.database.query(
        `insert into user_account (public_id, email, password_hash, application_role, is_enabled, is_verified)
         select 'usr_' || lpad((select count(*) from user_account)::text, 26, '0'), $1, password_hash, 'MEMBER', true, true
         from user_account limit 1`,
        [addressOf(name)],
      );
      await service.database.query(`update user_account set ${column} = $1 where email = $2`, [
        value,
        addressOf(name),
      ]);
    }
    const kinds: Record<string, string> = { unknown: addressOf('unknown'), known: 'admin@example.com' };
    for (const name of Object.keys(states)) kinds[name] = addressOf(name);
    const samples: Record<string, number[]> = {};
    for (let round = 0; round < SAMPLES; round++) {
      // Each kind comes first equally often, because an attempt warms caches for the next one.
      const order = Object.entries(kinds);
      order.push(...order.splice(0, round % order.length));
      for (const [kind, email] of order) {
        const body = { email, password: 'a wrong password' };
        samples[kind] ??= [];
        samples[kind].push(await timed(() => service.api.POST('/api/auth/login', { body })));
      }
    }
    const medians = Object.entries(samples).map(([kind, times]) => ({ kind, value: median(times) }));
    const values = medians.map(({ value }) => value);
    return [
      ...medians.map(({ kind, value }) => ({
        what: `Wrong password, address ${kind}, median`,
        value,
        unit: 'ms',
      })),
      {
        what: 'Largest median beside the smallest',
        value: Math.max(...values) / Math.min(...values),
        unit: 'x',
        bound: { at: 1.1, side: 'at most' },
      },
    ];
  } finally {
    await service.stop();
  }
}

const addressOf = (name: string) => `${name.replaceAll(' ', '-')}@example.com`;
