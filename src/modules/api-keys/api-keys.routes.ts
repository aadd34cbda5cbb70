import Type from 'typebox';
import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { messageResponse } from '../../http/schemas.ts';
import { getCaller } from '../audit/caller.ts';
import { getUser } from '../auth/authentication.ts';
import { createKeyBody, createKeyResponse, keyParams, keyRecord } from './api-keys.schemas.ts';
import type { ApiKeysService } from './api-keys.service.ts';

const shared = { tags: ['API keys'] };

/** The caller's API keys. These routes accept no API keys. */
export function registerApiKeyRoutes(app: App, { apiKeys }: { apiKeys: ApiKeysService }): void {
  app.get(
    '/api/me/api-keys',
    {
      config: { policy: 'authenticated' },
      schema: {
        ...shared,
        summary: 'List your API keys, newest first',
        response: { 200: Type.Array(keyRecord), ...problems(401, 403, 429) },
      },
    },
    async (request) => apiKeys.list(getUser(request)),
  );

  app.post(
    '/api/me/api-keys',
    {
      config: { policy: 'authenticated' },
      schema: {
        ...shared,
        summary: 'Create an API key',
        description:
          "A key acts for its owner, with the owner's current rights, limited by its scopes. Keys never give access to " +
          'accounts, administration, keys, or changes of organizations and templates. Requests with a key count on the ' +
          'rate limit of the account. An account can have at most 20 keys.',
        body: createKeyBody,
        response: { 200: createKeyResponse, ...problems(400, 401, 403, 429) },
      },
    },
    async (request) => apiKeys.create(getCaller(request), request.body),
  );

  app.delete(
    '/api/me/api-keys/:keyId',
    {
      config: { policy: 'authenticated' },
      schema: {
        ...shared,
        summary: 'Revoke an API key',
        description: 'It stops working at once.',
        params: keyParams,
        response: { 200: messageResponse, ...problems(401, 403, 404, 429) },
      },
    },
    async (request) => {
      await apiKeys.revoke(getCaller(request), request.params.keyId);
      return { message: 'API key revoked' };
    },
  );
}
