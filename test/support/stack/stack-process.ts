import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestStack, type TestStack } from './stack-services.ts';

/**
 * A process beside the test runner that holds PostgreSQL, the Temporal server and an S3 server of one run. They start when
 * the first test asks for them. When its input closes, because the run ended or the runner died in whatever
 * way, it ends them and removes the folder of the run.
 */
const token = randomBytes(16).toString('hex');
const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'stamping-test-')));
// PostgreSQL may run as another user than we do and must reach its own folder below.
await chmod(folder, 0o711);

let stack: Promise<TestStack> | undefined;

const server = createServer((request, response) => {
  // A kept connection may be closed in the very moment a busy test asks again.
  response.setHeader('connection', 'close');
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (!url.pathname.startsWith(`/${token}/`)) return response.writeHead(404).end();
  stack ??= openTestStack(folder);
  respond(response, async () => {
    const { createDatabase, createBucket, info } = await (stack as Promise<TestStack>);
    if (url.pathname.endsWith('/bucket')) return createBucket();
    if (url.pathname.endsWith('/info')) return info;
    const name = url.searchParams.get('name') ?? 'test';
    return { url: await createDatabase({ name, empty: url.searchParams.has('empty') }) };
  });
});

function respond(response: ServerResponse, work: () => Promise<unknown>): void {
  work().then(
    (value) => response.writeHead(200).end(JSON.stringify(value)),
    (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
  );
}

async function finish(): Promise<never> {
  server.close();
  server.closeAllConnections();
  await stack?.then((running) => running.stop()).catch(() => undefined);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}

process.stdin.on('end', finish).resume();
process.on('SIGTERM', finish);
process.on('SIGINT', () => undefined);

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}/${token}`);
});
