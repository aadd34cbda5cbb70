import type { FastifyInstance } from 'fastify';
import type { ApiKeyScope } from '../api-keys/api-key.entity.ts';
import type { ApplicationRole } from '../users/user.entity.ts';

/**
 * Who may call a route. Every route declares one; a route without one is refused when the service starts.
 * `roles` lists the application roles that pass; whether the one template or workflow may be touched is the
 * service's question, asked after this one.
 */
export type Policy = 'public' | 'authenticated' | { readonly roles: readonly ApplicationRole[] };

/** Everybody but GUEST, who only looks (decisions, section 2). */
export const EDITORS: Policy = { roles: ['SUPER_ADMIN', 'ADMIN', 'MEMBER'] };

/** Who manages users and organizations. */
export const ADMINISTRATORS: Policy = { roles: ['SUPER_ADMIN', 'ADMIN'] };

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy;
    /** The scope an API key needs here, besides what the policy asks of its owner. Without one no key passes. */
    scope?: ApiKeyScope;
  }
  interface FastifyInstance {
    /** Every route the router knows, as `METHOD /path/:param`. */
    routeNames: string[];
  }
}

/**
 * Makes a route without a policy a start-up error, so that forgetting it can never open a door. Routes below
 * `foreign` are written by a plugin that knows nothing of policies, and are public.
 */
export function requirePolicies(app: FastifyInstance, { foreign }: { foreign: string }): void {
  const routeNames: string[] = [];
  app.decorate('routeNames', routeNames);
  app.addHook('onRoute', (route) => {
    routeNames.push(...[route.method].flat().map((method) => `${method} ${route.url}`));
    if (route.url === foreign || route.url.startsWith(`${foreign}/`)) {
      route.config = { ...route.config, policy: 'public' };
    }
    // The plugin for CORS adds it; it only answers preflights.
    if (route.method === 'OPTIONS' && route.url === '*') route.config = { policy: 'public' };
    if (route.config?.policy === undefined) {
      throw new Error(`${String(route.method)} ${route.url} declares no policy; add config: { policy: ... }`);
    }
  });
}

/** Whether a caller with these scopes passes; null is a caller with an access token. */
export function allowsScopes(
  needed: ApiKeyScope | undefined,
  scopes: readonly ApiKeyScope[] | null,
): boolean {
  return scopes === null || (needed !== undefined && scopes.includes(needed));
}

/** Whether an account with this role passes. */
export function allowsRole(policy: Policy, role: ApplicationRole): boolean {
  return typeof policy === 'string' || policy.roles.includes(role);
}
