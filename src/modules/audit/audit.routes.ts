import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { ADMINISTRATORS } from '../auth/policy.ts';
import { auditPage, auditQuery } from './audit.schemas.ts';

/** The audit trail, for administrators. */
export function registerAuditRoutes(app: App, { audit }: Services): void {
  app.get(
    '/api/admin/audit',
    {
      config: { policy: ADMINISTRATORS },
      schema: {
        tags: ['Administration'],
        summary: 'Who did what to whom, when and from where; newest first',
        querystring: auditQuery,
        response: { 200: auditPage, ...problems(400, 401, 403, 429) },
      },
    },
    async (request) => audit.list(request.query),
  );
}
