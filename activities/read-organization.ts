import type { OrganizationInfo } from '../src/modules/organizations/organization-info.ts';
import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { Activities } from '../workflows/contracts/activities.ts';
import { attemptOf, withFailures } from './activity-context.ts';
import { readCall, writeResult } from './scope.ts';

/** Reads the profile of an organization of the workflow's owner. */
export function readOrganization(services: {
  runTexts: RunTexts;
  organizationInfo: OrganizationInfo;
}): Activities['readOrganization'] {
  return (call) =>
    withFailures({ call, texts: services.runTexts }, async () => {
      const { data } = await readCall(call, services.runTexts);
      const wanted = typeof data.organizationId === 'string' ? data.organizationId.trim() || null : null;
      const profile = await services.organizationInfo.get(call.accountId, wanted);
      const attempts = attemptOf(call);
      return writeResult({ call, attempts }, { input: {}, output: { ...profile } }, services.runTexts);
    });
}
