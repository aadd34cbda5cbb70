import { createPublicId } from '../../../src/infra/public-id.ts';
import { until } from '../until.ts';
import type { RunHarness } from './harness.ts';
import { readRun } from './seed.ts';

/** Lets the run of this event meet an action limit of none, and lifts it once the run waits. */
export async function limitFor(harness: RunHarness, eventId: string): Promise<string> {
  await harness.sql(SET, [eventId, createPublicId('sub')]);
  void until(async () => (await readRun(harness, eventId)).status === 'WAITING')
    .then(() => harness.sql({ name: 'scenario_lift', text: 'delete from plan' }, []))
    .then(() => harness.temporal.signalQuotaAvailable(eventId));
  return eventId;
}

const SET = {
  name: 'scenario_limit',
  text: `
    insert into plan (public_id, subject, action_limit)
    select $2, u.public_id, 0 from webhook_event e
    join workflow w on w.id = e.workflow_id join user_account u on u.id = w.owner_id
    where e.public_id = $1`,
};
