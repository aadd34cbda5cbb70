import type { Clock } from '../../infra/clock.ts';
import type { Sql } from '../../infra/sql.ts';
import { hashToken } from '../../infra/token-hash.ts';
import { REQUESTS_PER_MINUTE } from '../plans/account-limits.ts';
import type { CurrentUser } from '../users/current-user.ts';
import type { ApplicationRole } from '../users/user.entity.ts';
import type { ApiKeyScope } from './api-key.entity.ts';
import { findKeyId } from './key-secret.ts';

/** The minimum time between two updates of the last use of a key. */
const USE_INTERVAL_MS = 60_000;

/** The caller of an API key and its scopes. */
interface KeyCaller {
  user: CurrentUser;
  scopes: readonly ApiKeyScope[];
}

interface KeyRow {
  keyId: string;
  id: number;
  publicId: string;
  email: string;
  applicationRole: ApplicationRole;
  requestsPerMinute: number | null;
  scopes: ApiKeyScope[];
  isStale: boolean;
}

export type KeyCallers = ReturnType<typeof createKeyCallers>;

/** Authenticates API keys. */
export function createKeyCallers({ sql, clock }: { sql: Sql; clock: Clock }) {
  return {
    /**
     * The enabled owner of this key and its scopes, read from the database with every call. Null for an unknown, revoked or
     * expired key, and for the key of a locked account.
     */
    async find(key: string): Promise<KeyCaller | null> {
      const keyId = findKeyId(key);
      if (keyId === null) return null;
      const now = clock.now();
      const used = new Date(now.getTime() - USE_INTERVAL_MS);
      const [row] = await sql<KeyRow>(FIND, [hashToken(key), keyId, now, used]);
      if (!row) return null;
      if (row.isStale) await sql(TOUCH, [row.keyId, now, used]);
      const { id, publicId, email, applicationRole, requestsPerMinute, scopes } = row;
      return { user: { id, publicId, email, applicationRole, requestsPerMinute }, scopes };
    },
  };
}

const FIND = {
  name: 'api_key_find',
  text: `
    select k.id::text as "keyId", u.id::float8 as id, u.public_id as "publicId", u.email,
           u.application_role as "applicationRole", ${REQUESTS_PER_MINUTE} as "requestsPerMinute", k.scopes,
           (k.last_used_at is null or k.last_used_at <= $4::timestamptz) as "isStale"
    from api_key k join user_account u on u.id = k.user_id and u.is_enabled
    left join plan p on p.subject = u.public_id
    where k.secret_hash = $1 and k.public_id = $2 and (k.expires_at is null or k.expires_at > $3::timestamptz)`,
};

/** Only one of several concurrent requests updates the row. */
const TOUCH = {
  name: 'api_key_touch',
  text: `
    update api_key set last_used_at = $2::timestamptz
    where id = $1::bigint and (last_used_at is null or last_used_at <= $3::timestamptz)`,
};
