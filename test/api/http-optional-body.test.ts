import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';

const api = await startTestApp({ name: 'http-optional-body' });
const owner = await signIn(api);

const send = async (route: string, body: string | null) => {
  const headers = { ...owner.headers, ...(body !== null && { 'content-type': 'application/json' }) };
  const url = `/api/workflows/wrk_x/${route}`;
  const response = await api.app.inject({
    method: 'POST',
    url,
    headers,
    ...(body !== null && { payload: body }),
  });
  return [response.statusCode, response.json().code];
};

describe.each(['validate', 'test', 'replay', 'events/evt_x/replay', 'events/evt_x/compare'])(
  '%s',
  (route) => {
    test.each([null, '', ' ', '{}'])('%j gets as far as the workflow, which is unknown', async (body) => {
      expect(await send(route, body)).toEqual([404, 'NOT_FOUND']);
    });

    test.each(['null', '[]', '0', '""'])('%j is a body, and no object', async (body) => {
      expect(await send(route, body)).toEqual([400, 'VALIDATION_FAILED']);
    });
  },
);
