import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../infra/clock.ts';
import type { Sql } from '../../infra/sql.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { createApiKeysService } from './api-keys.service.ts';
import { createKeyCallers } from './key-callers.ts';

interface ApiKeysDeps {
  orm: MikroORM;
  sql: Sql;
  clock: Clock;
  audit: AuditService;
}

/** API keys: their management, and the authentication of requests with a key. */
export function createApiKeys({ orm, sql, clock, audit }: ApiKeysDeps) {
  return {
    apiKeys: createApiKeysService({ orm, audit, clock }),
    keyCallers: createKeyCallers({ sql, clock }),
  };
}
