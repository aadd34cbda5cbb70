import { createServer, type Server } from 'node:http';
import type { Health } from '../infra/health.ts';

/** The only two answers a process without an API gives: whether it lives, and whether it is ready. */
export function createHealthServer(health: Health): Server {
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
    };
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const path = reads ? request.url?.split('?')[0] : undefined;
    if (path === '/livez') return answer(200, { alive: true });
    if (path !== '/readyz') return answer(404, { status: 404, title: 'Not Found' });
    const report = await health.report();
    answer(report.ready ? 200 : 503, report);
  });
  server.headersTimeout = 15_000;
  server.requestTimeout = 15_000;
  return server;
}
