import { noTracing, type Tracing } from '../src/infra/tracing/tracing.ts';
import type { Activities } from '../workflows/contracts/activities.ts';
import { dataNodes } from './data-node.ts';
import { readOrganization } from './read-organization.ts';
import { runAhead } from './run-ahead.ts';
import { openLoop, recordItems, recordRun } from './run-records.ts';
import { sendMail } from './send-mail.ts';
import type { ActivityServices } from './services.ts';
import { stampDocument } from './stamp-document.ts';

/** What a worker can do. The engine never sees the services, only the results. */
export function createActivities(
  services: ActivityServices,
  tracing: Pick<Tracing, 'step'> = noTracing,
): Activities {
  return {
    ...dataNodes(services),
    stampDocument: stampDocument(services),
    readOrganization: readOrganization(services),
    sendMail: sendMail(services),
    openLoop: openLoop(services),
    recordItems: recordItems(services),
    recordRun: recordRun(services),
    runAhead: runAhead(services, tracing),
  };
}
