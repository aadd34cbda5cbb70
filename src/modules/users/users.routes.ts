import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { getUser } from '../auth/authentication.ts';
import { profileSchema } from './users.schemas.ts';
import type { UsersService } from './users.service.ts';

/** The caller's own account. */
export function registerUserRoutes(app: App, { users }: { users: UsersService }): void {
  app.get(
    '/api/me',
    {
      config: { policy: 'authenticated' },
      schema: {
        tags: ['Users'],
        summary: 'Get your profile',
        response: { 200: profileSchema, ...problems(401, 429) },
      },
    },
    async (request) => users.getProfile(getUser(request).publicId),
  );
}
