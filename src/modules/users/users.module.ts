import type { Clock } from '../../infra/clock.ts';
import type { Sql } from '../../infra/sql.ts';
import { createUsersService } from './users.service.ts';

/** The account of a request, and its profile. */
export function createUsers(deps: { sql: Sql; clock: Clock }) {
  return { users: createUsersService(deps) };
}
