import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { ADMINISTRATORS } from '../auth/policy.ts';
import { auditPage, auditQuery } from './audit.schemas.ts';
import type { AuditService } from './audit.service.ts';

/** The audit trail, for administrators. */
export function registerAuditRoutes(app: App, { audit }: { audit: AuditService }): void {
  app.get(
    '/api/admin/audit',
    {
      config: { policy: ADMINISTRATORS },
      schema: {
        tags: ['Administration'],
        summary: 'List the audit trail, newest first',
        description:
          'Each entry has the action, its actor and target, the time, and the address of the client.',
        querystring: auditQuery,
        response: { 200: auditPage, ...problems(400, 401, 403, 429) },
      },
    },
    async (request) => audit.list(request.query),
  );
}
