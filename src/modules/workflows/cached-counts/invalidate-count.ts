import { type CountedTable, columnsOf, lockCount } from './counted-tables.ts';

/**
 * Triggers that delete the cached count when a row that may be part of it is deleted or changes. Rows younger than ten
 * minutes are never part of it, so the usual updates of a row cost nothing. New rows have the database's time and need no
 * trigger.
 */
export function invalidateCount(table: CountedTable): Trigger[] {
  const { status, time } = columnsOf[table];
  // Once for each workflow in a transaction: a workflow may be deleted with hundreds of thousands of rows.
  const body = `if current_setting('list_total.${table}', true) is distinct from old.workflow_id::text then
      perform ${lockCount(table, 'old.workflow_id')};
      delete from list_total where list = '${table}' and workflow_id = old.workflow_id;
      perform set_config('list_total.${table}', old.workflow_id::text, true);
    end if; return null`;
  const isOld = `old.${time} < (now() - '00:10:00'::interval)`;
  const triggers: Trigger[] = [
    { name: `${table}_gone`, timing: 'after', events: ['delete'], when: `(${isOld})`, body },
  ];
  if (status === null) return triggers;
  const isMoved = `((old.${status})::text IS DISTINCT FROM (new.${status})::text) OR (old.${time} IS DISTINCT FROM new.${time})`;
  const when = `((${isOld}) AND (${isMoved}))`;
  return [...triggers, { name: `${table}_moved`, timing: 'after', events: ['update'], when, body }];
}

interface Trigger {
  name: string;
  timing: 'after';
  events: ('delete' | 'update')[];
  when: string;
  body: string;
}
