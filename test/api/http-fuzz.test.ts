import fc from 'fast-check';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';

const api = await startTestApp({ name: 'http-fuzz' });
const me = await signIn(api);

interface Operation {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, object> };
}

const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1.5',
    '1e18',
    '9'.repeat(30),
    'NaN',
    'null',
    '\0',
    '../..',
    "' or 1=1",
    '%',
    '日本',
  ),
);
/** JSON as strange as it gets, some of it with the members this route knows. */
const body = (names: readonly string[]) =>
  fc.oneof(
    fc.jsonValue({ depthSize: 'large', noUnicodeString: false }),
    fc.dictionary(fc.constantFrom(...names, '__proto__', 'x'), fc.jsonValue({ noUnicodeString: false })),
  );

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

test('for any input, every route responds as described and never with a 500', async () => {
  const { paths } = api.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> };
  const routes = Object.entries(paths).flatMap(([url, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ url, method, operation })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routes),
      fc.infiniteStream(odd),
      body(['name', 'status', 'stepsJson', 'triggerType', 'email', 'password', 'row', 'nodes', 'edges']),
      async ({ url, method, operation }, texts, value) => {
        const text = () => String(texts.next().value);
        const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
        const search = query.map(({ name }) => `${name}=${encode(text())}`).join('&');
        const response = await api.app.inject({
          method: method.toUpperCase() as 'GET',
          // A parameter of nothing would be another address.
          url: `${url.replaceAll(/\{\w+\}/g, () => encode(`x${text()}`))}?${search}`,
          headers: { ...me.headers, ...(method !== 'get' && { 'content-type': 'application/json' }) },
          ...(method !== 'get' && { payload: JSON.stringify(value) }),
        });
        expect(response.statusCode).not.toBe(500);
      },
    ),
    { numRuns: 500 },
  );
});
