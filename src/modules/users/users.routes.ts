import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { getProfile } from '../auth/authentication.ts';
import { profileSchema } from './users.schemas.ts';

/** The caller's own account. */
export function registerUserRoutes(app: App): void {
  app.get(
    '/api/me',
    {
      config: { policy: 'authenticated', withProfile: true },
      schema: {
        tags: ['Users'],
        summary: 'The profile of the signed-in user',
        response: { 200: profileSchema, ...problems(401, 429) },
      },
    },
    async (request) => getProfile(request),
  );
}
