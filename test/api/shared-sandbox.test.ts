import { startTestApp, type TestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { multipart, type Part } from '../support/multipart.ts';
import { slowPdf } from '../support/stamping/slow-pdf.ts';
import { pdfPart, sendForm } from '../support/templates.ts';
import { until } from '../support/until.ts';

/** An account may have this many files waiting. */
const WAITING = 16;

let api: TestApp;
let attacker: SignedIn;
let other: SignedIn;
let url: string;

beforeAll(async () => {
  // An inspection may take a second of CPU time.
  api = await startTestApp({
    name: 'shared-sandbox',
    env: { SANDBOX_PROCESSES: '2', SANDBOX_TIMEOUT_SECONDS: '1' },
  });
  [attacker, other] = [await signIn(api), await signIn(api)];
  url = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}/api/templates`;
});
afterAll(() => api?.close());

const load = () => api.services.sandbox.load();

async function form(file?: Part): Promise<Part[]> {
  return [{ name: 'name', value: 'Letter' }, file ?? (await pdfPart())];
}

/** A PDF whose inspection does not end within its limit. */
const endless = () => form({ name: 'file', value: slowPdf(100_000), filename: 'slow.pdf' });

/** Uploads over a connection that the result's `hangUp` closes. */
async function upload(who: SignedIn, parts: Part[]) {
  const { payload, headers } = multipart(parts);
  const connection = new AbortController();
  const response = fetch(url, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...headers, ...who.headers },
    signal: connection.signal,
  });
  response.catch(() => {});
  return { response, hangUp: () => connection.abort() };
}

test('an upload is served before the waiting uploads of an account that sends many', async () => {
  const served: string[] = [];
  const record = async (who: SignedIn, name: string) => {
    const response = await sendForm(api, who, { parts: await form() });
    served.push(name);
    return response.statusCode;
  };
  const flood = Array.from({ length: WAITING + 1 }, () => record(attacker, 'attacker'));
  await until(() => load().waiting === WAITING);
  expect(load().running).toBe(1);
  expect(await record(other, 'other')).toBe(200);
  // One file was being read, and one more may end before the first of the other account does.
  expect(served.indexOf('other')).toBeLessThanOrEqual(2);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
});

test('an account has a bounded number of files waiting; the next is 429 with Retry-After, others are not affected', async () => {
  const parts = await endless();
  const flood = await Promise.all(Array.from({ length: WAITING + 1 }, () => upload(attacker, parts)));
  await until(() => load().waiting === WAITING);
  const rejected = await sendForm(api, attacker, { parts: await form() });
  expect(rejected.statusCode).toBe(429);
  expect(rejected.headers['retry-after']).toBe('1');
  expect(rejected.json()).toMatchObject({
    code: 'BUSY',
    detail: '16 files of your account are waiting to be read. Try again when one is done.',
  });
  expect((await sendForm(api, other, { parts: await form() })).statusCode).toBe(200);
  for (const { hangUp } of flood) hangUp();
  await until(() => load().running + load().waiting === 0);
});

test('the files of clients that disconnect are not read', async () => {
  const before = await templatesOf(attacker);
  const running = await upload(attacker, await endless());
  await until(() => load().running === 1);
  const waiting = await Promise.all(Array.from({ length: 8 }, async () => upload(attacker, await form())));
  await until(() => load().waiting === 8);
  for (const { hangUp } of waiting) hangUp();
  await until(() => load().waiting === 0);
  running.hangUp();
  await until(() => load().running === 0);
  expect((await sendForm(api, other, { parts: await form() })).statusCode).toBe(200);
  expect(await templatesOf(attacker)).toBe(before);
});

test('an upload whose inspection takes too much CPU time is rejected with the limit and advice', async () => {
  const response = await sendForm(api, attacker, { parts: await endless() });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({
    code: 'PDF_TOO_COMPLEX',
    detail:
      'This PDF needs more time or memory than allowed. Reading the file takes more than 1 seconds of processor time. Use a PDF with fewer or simpler drawings, pages or fields.',
  });
});

async function templatesOf({ headers }: SignedIn): Promise<number> {
  const response = await api.app.inject({ url: '/api/templates', headers });
  return response.json().length;
}
