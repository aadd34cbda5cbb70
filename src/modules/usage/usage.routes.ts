import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { getUser } from '../auth/authentication.ts';
import { usageQuery, usageReport } from './usage.schemas.ts';
import type { UsageReports } from './usage-report.service.ts';

/** Usage reports. */
export function registerUsageRoutes(app: App, { usageReports }: { usageReports: UsageReports }): void {
  app.get(
    '/api/usage',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        tags: ['Usage'],
        security: [{ bearer: [] }],
        summary: 'Stamped PDFs by day, by template and by workflow',
        description:
          'At most 366 days. With `organizationId`, the PDFs that its members stamped from its templates; only for its ORG_ADMINs and for administrators.',
        querystring: usageQuery,
        response: { 200: usageReport, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => usageReports.get(getUser(request), request.query),
  );
}
