import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from '../../src/app.ts';
import type { App } from '../../src/http/app-types.ts';
import { closeServices, type Services } from '../../src/services.ts';
import { checkInjectedResponses } from './responses/check-injected.ts';
import { afterFile } from './runner/after-file.ts';
import { createTestServices, type TestServicesOptions } from './services.ts';
import { testDatabaseUrl } from './stack/stack.ts';

export interface TestApp {
  app: App;
  services: Services;
  /** Stored files, uploads and files of the test. */
  folder: string;
  /** For tests that end it before the end of the file. */
  close(): Promise<void>;
}

export interface TestAppOptions extends Pick<TestServicesOptions, 'env' | 'clock' | 'logger'> {
  name: string;
  /** For tests of slow clients; milliseconds. */
  headersTimeout?: number;
}

/**
 * The whole application in this process, with a database and a folder of its own; it closes after the test file. Each
 * response of `app.inject` is checked against the API description.
 */
export async function startTestApp({ name, headersTimeout, ...options }: TestAppOptions): Promise<TestApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stamping-app-'));
  const databaseUrl = options.env?.DATABASE_URL ?? (await testDatabaseUrl(name));
  const services = await createTestServices({ ...options, databaseUrl, folder, poolMax: 5 });
  const app = await buildApp(services, headersTimeout);
  checkInjectedResponses(app);
  const close = afterFile(async () => {
    await app.close();
    await closeServices(services);
    await rm(folder, { recursive: true, force: true });
  });
  return { app, services, folder, close };
}
