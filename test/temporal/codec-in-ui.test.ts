import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Client, Connection } from '@temporalio/client';
import type { Page } from 'puppeteer-core';
import { buildCodecApp } from '../../src/codec-server/codec-app.ts';
import { createPayloadCodec } from '../../src/infra/temporal/payload-codec.ts';
import { readPayloadKeys } from '../../src/infra/temporal/payload-keys.ts';
import { startTestApp } from '../support/app.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { signIn } from '../support/login.ts';
import { getStack, testTaskQueue } from '../support/stack/stack.ts';

/** Encrypted payloads in Temporal's own UI, in a real browser. */
const PAYLOAD_KEYS = `one:${randomBytes(32).toString('base64')}`;
const WORD = 'a word no one else may read';

const { temporalAddress, temporalUiUrl } = await getStack();
const api = await startTestApp({ name: 'codec-ui', env: { PAYLOAD_KEYS, TEMPORAL_UI_URL: temporalUiUrl } });
const codecApp = await buildCodecApp(api.services);
await codecApp.listen({ host: '127.0.0.1', port: 0 });
const codecUrl = `http://127.0.0.1:${(codecApp.server.address() as AddressInfo).port}`;
const connection = await Connection.connect({ address: temporalAddress });
const payloadCodecs = [createPayloadCodec(readPayloadKeys(PAYLOAD_KEYS).keys)];
const client = new Client({ connection, dataConverter: { payloadCodecs } });
// No worker polls this queue: the run stays where its input can be looked at.
const { workflowId, firstExecutionRunId } = await client.workflow.start('runGraph', {
  workflowId: testTaskQueue('codec-ui'),
  taskQueue: testTaskQueue('codec-ui'),
  args: [{ word: WORD }],
  workflowExecutionTimeout: '5 minutes',
});
const runUrl = `${temporalUiUrl}/namespaces/default/workflows/${workflowId}/${firstExecutionRunId}/history`;
const browser = await openBrowser();

afterAll(async () => {
  await browser.close();
  await connection.close();
  await codecApp.close();
});

/** Sets in the UI, by its own dialog, where the codec server is, as docs/operate/security.md says. */
async function setCodecEndpoint(page: Page): Promise<void> {
  await page.locator('[data-testid="data-encoder-status"]').click();
  await page.locator('[data-testid="use-local-endpoint-input"]').click();
  await page.locator('#data-encoder-endpoint-input').fill(codecUrl);
  await page.locator('::-p-text(Include cross-origin credentials)').click();
  await page.locator('form:has(#data-encoder-endpoint-input) [type="submit"]').click();
}

const openRun = async (): Promise<{ page: Page; shows: (text: string) => Promise<unknown> }> => {
  const page = await browser.newPage();
  await page.goto(runUrl);
  return { page, shows: (text) => page.locator(`::-p-text(${text})`).wait() };
};

test('the input of a run is shown to an administrator who signed in at the codec server, and to no one before', async () => {
  const { page, shows } = await openRun();
  await setCodecEndpoint(page);
  const rejection = page.waitForResponse(
    (response) => response.url().startsWith(`${codecUrl}/decode`) && response.request().method() === 'POST',
  );
  await page.reload();
  expect((await rejection).status()).toBe(401);
  await shows('Event History');
  expect(await page.content()).not.toContain(WORD);

  const admin = await signIn(api, 'ADMIN');
  const codecPage = await browser.newPage();
  await codecPage.goto(codecUrl);
  await codecPage.locator('#token').fill(admin.headers.authorization.replace('Bearer ', ''));
  await codecPage.locator('button').click();
  await codecPage.locator('::-p-text(can now read payloads)').wait();

  await (await openRun()).shows(WORD);
});
