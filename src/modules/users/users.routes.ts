import type { App } from '../../http/app-types.ts';
import { getUser } from '../../http/authentication.ts';
import { problems } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { profileSchema } from './users.schemas.ts';

/** The caller's own account. */
export function registerUserRoutes(app: App, services: Services): void {
  app.get(
    '/api/me',
    {
      config: { policy: 'authenticated' },
      schema: {
        tags: ['Users'],
        summary: 'The profile of the signed-in user',
        response: { 200: profileSchema, ...problems(401, 429) },
      },
    },
    async (request) => services.users.getProfile(getUser(request)),
  );
}
