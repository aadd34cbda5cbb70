import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../errors.ts';
import { parseInstant } from '../../http/time-range.ts';
import { type Clock, formatTimestamp } from '../../infra/clock.ts';
import { createPublicId, isPublicId } from '../../infra/public-id.ts';
import { hashToken } from '../../infra/token-hash.ts';
import { inTransaction } from '../../infra/transaction.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Caller } from '../audit/caller.ts';
import type { CurrentUser } from '../users/current-user.ts';
import { lockEnabledAccount } from '../users/require-editor.ts';
import { User } from '../users/user.entity.ts';
import { ApiKey } from './api-key.entity.ts';
import type { KeyRecord, NewKey } from './api-keys.schemas.ts';
import { createKey } from './key-secret.ts';

/** The largest number of keys of an account, expired ones included. */
const MAX_KEYS = 20;

export type ApiKeysService = ReturnType<typeof createApiKeysService>;

/** API keys, for their owner. */
export function createApiKeysService({
  orm,
  audit,
  clock,
}: {
  orm: MikroORM;
  audit: AuditService;
  clock: Clock;
}) {
  return {
    /** All keys of the caller, newest first. */
    async list(user: CurrentUser): Promise<KeyRecord[]> {
      const keys = await orm.em.fork().find(ApiKey, { user: user.id }, { orderBy: { id: 'desc' } });
      return keys.map(toRecord);
    },

    /** Creates a key and returns it with its secret. Throws VALIDATION_FAILED for a past expiry, TOO_MANY_API_KEYS. */
    async create(caller: Caller, input: NewKey): Promise<KeyRecord & { secret: string }> {
      const now = clock.now();
      const expiresAt = parseExpiry(input.expiresAt ?? null, now);
      const name = input.name.trim();
      return inTransaction(orm, async (em) => {
        // A stronger lock than `share`, so that concurrent requests cannot exceed the limit.
        await lockEnabledAccount(em, caller.user.id, 'no key update');
        if ((await em.count(ApiKey, { user: caller.user.id })) >= MAX_KEYS) {
          const detail = `An account can have at most ${MAX_KEYS} API keys. Revoke one that is no longer used.`;
          throw new DomainError('TOO_MANY_API_KEYS', detail);
        }
        const publicId = createPublicId('key');
        const secret = createKey(publicId);
        const key = em.create(ApiKey, {
          publicId,
          name,
          expiresAt,
          scopes: input.scopes,
          user: em.getReference(User, caller.user.id),
          secretHash: hashToken(secret),
          createdAt: now,
          lastUsedAt: null,
        });
        audit.record(em, caller, {
          action: 'API_KEY_CREATED',
          target: { publicId, name },
          changes: { scopes: { from: null, to: input.scopes.join(' ') } },
        });
        await em.flush();
        return { ...toRecord(key), secret };
      });
    },

    /** Deletes a key; it stops working at once. Throws NOT_FOUND. */
    async revoke(caller: Caller, publicId: string): Promise<void> {
      await inTransaction(orm, async (em) => {
        await lockEnabledAccount(em, caller.user.id);
        const wanted = { publicId, user: caller.user.id };
        const key = isPublicId('key', publicId) ? await em.findOne(ApiKey, wanted) : null;
        if (key === null) throw notFound('The API key');
        audit.record(em, caller, { action: 'API_KEY_REVOKED', target: { publicId, name: key.name } });
        em.remove(key);
        await em.flush();
      });
    },
  };
}

function parseExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const expiresAt = parseInstant('expiresAt', text);
  if (expiresAt > now) return expiresAt;
  const message = 'must be in the future';
  throw new DomainError('VALIDATION_FAILED', `expiresAt ${message}.`, {
    paths: [{ path: 'expiresAt', message }],
  });
}

function toRecord({ publicId, name, scopes, createdAt, expiresAt, lastUsedAt }: ApiKey): KeyRecord {
  return {
    keyId: publicId,
    name,
    scopes,
    createdAt: formatTimestamp(createdAt),
    expiresAt: expiresAt == null ? null : formatTimestamp(expiresAt),
    lastUsedAt: lastUsedAt == null ? null : formatTimestamp(lastUsedAt),
  };
}
