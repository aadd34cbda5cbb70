import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { publicIdParams } from '../../http/schemas.ts';
import { getCaller } from '../audit/caller.ts';
import { ADMINISTRATORS } from '../auth/policy.ts';
import { organizationWithPlan, planBody, userWithPlan } from './plans.schemas.ts';
import type { PlansService } from './plans.service.ts';

const shared = { tags: ['Administration'], params: publicIdParams, body: planBody };
const EFFECT =
  'Members that are not sent keep their value. After a higher action limit, waiting runs continue within seconds. A lower one does not affect stamped PDFs.';

/** Plans, for administrators. */
export function registerPlanRoutes(app: App, { plans }: { plans: PlansService }): void {
  app.put(
    '/api/admin/users/:publicId/plan',
    {
      config: { policy: ADMINISTRATORS },
      schema: {
        ...shared,
        summary: 'Set the limits of an account',
        description: `${EFFECT} An ADMIN may not change the account of a SUPER_ADMIN.`,
        response: { 200: userWithPlan, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => plans.changeOfUser(getCaller(request), request.params.publicId, request.body),
  );

  app.put(
    '/api/admin/organizations/:publicId/plan',
    {
      config: { policy: ADMINISTRATORS },
      schema: {
        ...shared,
        summary: 'Set the limits of an organization',
        description: `${EFFECT} The action limit counts what its members stamp from the organization's templates.`,
        response: { 200: organizationWithPlan, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => plans.changeOfOrganization(getCaller(request), request.params.publicId, request.body),
  );
}
