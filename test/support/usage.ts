import type { User } from '../../src/modules/users/user.entity.ts';
import type { TestApp } from './app.ts';

/** The actions of an account in the month of the application's clock. */
export async function actionsOf({ services }: TestApp, { publicId }: User): Promise<number> {
  return (await services.users.getProfile(publicId)).monthlyActionsUsed;
}
