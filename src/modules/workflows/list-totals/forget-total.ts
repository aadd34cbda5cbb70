import { columnsOf, type KeptList, takeTurn } from './kept-lists.ts';

/**
 * Triggers by which a change of an old row takes back the total it is part of. Rows younger than ten minutes are part of
 * none, so that what happens to every event costs nothing. New rows bear the database's own time and need no trigger.
 */
export function forgetTotal(list: KeptList) {
  const { status, time } = columnsOf[list];
  // Once for each workflow of a transaction: a workflow may go with hundreds of thousands of rows.
  const body = `if current_setting('list_total.${list}', true) is distinct from old.workflow_id::text then
      perform ${takeTurn(list, 'old.workflow_id')};
      delete from list_total where list = '${list}' and workflow_id = old.workflow_id;
      perform set_config('list_total.${list}', old.workflow_id::text, true);
    end if; return null`;
  const isOld = `old.${time} < (now() - '00:10:00'::interval)`;
  const isMoved = `((old.${status})::text IS DISTINCT FROM (new.${status})::text) OR (old.${time} IS DISTINCT FROM new.${time})`;
  return [
    { name: `${list}_gone`, timing: 'after', events: ['delete'], when: `(${isOld})`, body },
    {
      ...{ name: `${list}_moved`, timing: 'after', events: ['update'] },
      when: `((${isOld}) AND (${isMoved}))`,
      body,
    },
  ] satisfies Trigger[];
}

interface Trigger {
  name: string;
  timing: 'after';
  events: ('delete' | 'update')[];
  when: string;
  body: string;
}
