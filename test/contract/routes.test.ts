import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeApi } from '../../scripts/generate/openapi/describe-api.ts';

/** The first routes of the API, which must not disappear. */
const SPECIFIED = [
  'POST /api/auth/login',
  'POST /api/auth/refresh-token',
  'GET /api/templates',
  'GET /api/templates/metadata',
  'GET /api/templates/{publicId}',
  'POST /api/templates',
  'PUT /api/templates/{publicId}',
  'DELETE /api/templates/{publicId}',
  'POST /api/stamper/stamp',
  'GET /api/admin/users',
  'GET /api/admin/users/{publicId}',
  'PATCH /api/admin/users/{publicId}',
  'PATCH /api/admin/users/{publicId}/role',
  'POST /api/admin/users/{publicId}/lock',
  'POST /api/admin/users/{publicId}/unlock',
  'POST /api/admin/users/{publicId}/reset-password',
  'POST /api/admin/users/{publicId}/resend-verification',
  'GET /api/me',
  'GET /api/workflows',
  'GET /api/workflows/{publicId}',
  'POST /api/workflows',
  'PUT /api/workflows/{publicId}',
  'POST /api/workflows/{workflowId}/webhook',
  'GET /api/workflows/{workflowId}/webhook/latest-event',
];

/** Names of path parameters are not part of the interface. */
const shapeOf = (route: string) => route.replaceAll(/\{\w+\}/g, '{}');

test('every specified route is served', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'routes-test-'));
  const { paths } = JSON.parse(await describeApi(folder)) as { paths: Record<string, object> };
  await rm(folder, { recursive: true, force: true });
  const served = new Set(
    Object.entries(paths).flatMap(([url, operations]) =>
      Object.keys(operations).map((method) => shapeOf(`${method.toUpperCase()} ${url}`)),
    ),
  );
  const missing = SPECIFIED.filter((route) => !served.has(shapeOf(route)));
  expect(missing).toEqual([]);
});
