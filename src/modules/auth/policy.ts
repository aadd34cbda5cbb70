import type { FastifyInstance } from 'fastify';
import type { ApiKeyScope } from '../api-keys/api-key.entity.ts';
import type { ApplicationRole } from '../users/user.entity.ts';

/**
 * The callers of a route. Every route must declare a policy. `roles` lists the allowed application roles. Access to a single
 * object, such as a template, is checked by its service.
 */
export type Policy = 'public' | 'authenticated' | { readonly roles: readonly ApplicationRole[] };

/** All roles except GUEST, which is read-only. */
export const EDITORS: Policy = { roles: ['SUPER_ADMIN', 'ADMIN', 'MEMBER'] };

/** The roles that manage accounts and organizations. */
export const ADMINISTRATORS: Policy = { roles: ['SUPER_ADMIN', 'ADMIN'] };

/** One scope, or several that a key must have all. */
export type NeededScopes = ApiKeyScope | readonly ApiKeyScope[];

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy;
    /** The scopes that an API key needs, besides the policy for its owner. Without it the route accepts no API keys. */
    scope?: NeededScopes;
  }
  interface FastifyInstance {
    /** All registered routes, as `METHOD /path/:param`. */
    routeNames: string[];
  }
}

/** Makes a route without a policy an error at start-up, so that no route is public by mistake. */
export function requirePolicies(app: FastifyInstance): void {
  const routeNames: string[] = [];
  app.decorate('routeNames', routeNames);
  app.addHook('onRoute', (route) => {
    routeNames.push(...[route.method].flat().map((method) => `${method} ${route.url}`));
    // The CORS plugin adds this route; it only handles preflights.
    if (route.method === 'OPTIONS' && route.url === '*') route.config = { policy: 'public' };
    if (route.config?.policy === undefined) {
      throw new Error(`${String(route.method)} ${route.url} declares no policy; add config: { policy: ... }`);
    }
  });
}

/** The first of the needed scopes that the key lacks, or null. */
export function findMissingScope(needed: NeededScopes, scopes: readonly ApiKeyScope[]): ApiKeyScope | null {
  return [needed].flat().find((scope) => !scopes.includes(scope)) ?? null;
}

/** Whether the policy allows this role. */
export function allowsRole(policy: Policy, role: ApplicationRole): boolean {
  return typeof policy === 'string' || policy.roles.includes(role);
}
