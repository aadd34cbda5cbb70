import type { OrganizationRole } from '../../src/modules/organizations/membership.entity.ts';
import type { TestApp } from './app.ts';
import { type SignedIn, signIn } from './login.ts';
import { deliverMail } from './mails/mails.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls a route as a user; a body is sent as JSON. Returns status and body. */
export async function callAs(
  { app }: TestApp,
  who: Pick<SignedIn, 'headers'>,
  { method = 'GET', url, body }: { method?: Method; url: string; body?: object },
) {
  const response = await app.inject({
    method,
    url,
    headers: who.headers,
    ...(body !== undefined && { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}

/** Creates an organization through the API and returns its public id. */
export async function createOrganization(test: TestApp, admin: SignedIn, name = 'Rentals'): Promise<string> {
  const request = { method: 'POST', url: '/api/organizations', body: { name } } as const;
  const { status, body } = await callAs(test, admin, request);
  if (status !== 200) throw new Error(`not created: ${JSON.stringify(body)}`);
  return body.publicId;
}

/** Invites an address and returns the token of the mail. */
export async function inviteByMail(
  test: TestApp,
  by: SignedIn,
  { organization, email, role }: { organization: string; email: string; role: OrganizationRole },
): Promise<string> {
  const url = `/api/organizations/${organization}/invitations`;
  const { status, body } = await callAs(test, by, { method: 'POST', url, body: { email, role } });
  if (status !== 200) throw new Error(`not invited: ${JSON.stringify(body)}`);
  return (await deliverMail(test)).token;
}

/** Accepts the invitation of a token. */
export function acceptInvitation(test: TestApp, who: SignedIn, token: string) {
  return callAs(test, who, { method: 'POST', url: '/api/invitations/accept', body: { token } });
}

/** A user, by default a new MEMBER, who is invited and accepts, all through the API. */
export async function joinOrganization(
  test: TestApp,
  by: SignedIn,
  { organization, role, who: given }: { organization: string; role: OrganizationRole; who?: SignedIn },
): Promise<SignedIn> {
  const who = given ?? (await signIn(test));
  const token = await inviteByMail(test, by, { organization, email: who.user.email, role });
  const { status, body } = await acceptInvitation(test, who, token);
  if (status !== 200) throw new Error(`not accepted: ${JSON.stringify(body)}`);
  return who;
}
