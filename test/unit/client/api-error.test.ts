import { createClient, getData } from '../../../src/client/client.ts';

test('an error response of a custom fetch, which has no URL, is reported too', async () => {
  const problem = { code: 'NOT_FOUND', detail: 'The template was not found.' };
  const fetch = async () => Response.json(problem, { status: 404 });
  const api = createClient({ baseUrl: 'http://localhost', fetch });
  await expect(getData(api.GET('/api/me'))).rejects.toMatchObject({
    name: 'ApiError',
    message: 'The service returned 404: The template was not found.',
    code: 'NOT_FOUND',
  });
});
