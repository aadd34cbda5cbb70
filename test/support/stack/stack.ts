import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { BucketInfo } from '../storage/weed-server.ts';
import type { StackInfo } from './stack-services.ts';

/** The real services of this test run; the first call starts them. */
export async function getStack(): Promise<StackInfo> {
  return (await ask('info')) as StackInfo;
}

/** `host:port` of the Temporal server; its namespace is `default`. */
export async function temporalAddress(): Promise<string> {
  return (await getStack()).temporalAddress;
}

/** A task queue no other test listens on. */
export function testTaskQueue(name: string): string {
  return `${name}-${randomBytes(6).toString('hex')}`;
}

/** URL of a new database of one's own with every migration applied. */
export async function testDatabaseUrl(name: string): Promise<string> {
  const { url } = (await ask(`database?name=${encodeURIComponent(name)}`)) as { url: string };
  return url;
}

/** URL of a new database with nothing in it. */
export async function emptyDatabaseUrl(name: string): Promise<string> {
  const { url } = (await ask(`database?empty&name=${encodeURIComponent(name)}`)) as { url: string };
  return url;
}

/** A new bucket on a real S3 server. */
export async function testBucket(): Promise<BucketInfo> {
  return (await ask('bucket')) as BucketInfo;
}

/** A new folder, removed after the run. */
export async function testFolder(name: string): Promise<string> {
  const { folder } = await getStack();
  return mkdtemp(path.join(folder, `${name}-`));
}

async function ask(question: string): Promise<unknown> {
  const base = process.env.TEST_STACK_URL;
  if (base === undefined) throw new Error('No test services: run this through jest, which starts them.');
  const response = await fetch(`${base}/${question}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`The test services could not be started.\n${text}`);
  return JSON.parse(text);
}
