import { createServer, type Server } from 'node:http';
import type { Health } from '../infra/health.ts';

/** Serves `/livez` and `/readyz` in a process without an API. */
export function createHealthServer(health: Health): Server {
  const server = createServer(async (request, response) => {
    const respond = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
    };
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const path = reads ? request.url?.split('?')[0] : undefined;
    if (path === '/livez') return respond(200, { alive: true });
    if (path !== '/readyz') return respond(404, { status: 404, title: 'Not Found' });
    const report = await health.report();
    respond(report.ready ? 200 : 503, report);
  });
  server.headersTimeout = 15_000;
  server.requestTimeout = 15_000;
  return server;
}
