// Generated from docs/openapi.json by `npm run generate`. Do not edit.

export interface paths {
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process runs */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            alive: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything the process needs works */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            ready: boolean;
                            checks: {
                                [key: string]: string;
                            };
                        };
                    };
                };
                /** @description Default Response */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            ready: boolean;
                            checks: {
                                [key: string]: string;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Returns an access token and sets the HTTP-only cookie `refreshToken`. If the account uses two-factor authentication, returns a challenge instead: send it with a code to `/api/auth/verify-2fa`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: well-formed
                         * @example admin@example.com
                         */
                        email: string;
                        /** Format: well-formed */
                        password: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description JWT, valid for 15 minutes */
                            accessToken: string;
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            organizations: {
                                organizationId: string;
                                organizationName: string;
                                /** @enum {unknown} */
                                role: "ORG_ADMIN" | "MEMBER";
                            }[];
                        } | {
                            /** @enum {boolean} */
                            requires2FA: true;
                            challengeToken: string;
                            /** @enum {string} */
                            method: "TOTP";
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-2fa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a log-in with two-factor authentication
         * @description Takes a code of the authenticator app or a backup code. Each code works once.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        challengeToken: string;
                        /** @example 123456 */
                        code: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description JWT, valid for 15 minutes */
                            accessToken: string;
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            organizations: {
                                organizationId: string;
                                organizationName: string;
                                /** @enum {unknown} */
                                role: "ORG_ADMIN" | "MEMBER";
                            }[];
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new access token
         * @description Uses the cookie `refreshToken` and replaces it. A refresh token works once.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accessToken: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log out */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an account
         * @description Creates an account with the role MEMBER. It is active after the link in the verification e-mail is opened.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: well-formed
                         * @example admin@example.com
                         */
                        email: string;
                        /** Format: well-formed */
                        password: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify an e-mail address
         * @description The target of the link in the verification e-mail. The link works once and expires after 24 hours.
         */
        get: {
            parameters: {
                query: {
                    token: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/request-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request a password reset e-mail */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: well-formed
                         * @example admin@example.com
                         */
                        email: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a new password
         * @description Uses the token of the password reset e-mail, which works once and expires after one hour. Ends all sessions of the account.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        token: string;
                        /** Format: well-formed */
                        newPassword: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/2fa/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up two-factor authentication
         * @description Returns a secret for an authenticator app. Takes effect with `/api/me/2fa/enable`. Repeating it replaces the secret.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Base32 */
                            secret: string;
                            otpauthUri: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/2fa/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch on two-factor authentication
         * @description Takes a code of the authenticator app that was set up. The backup codes are returned only once.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @example 123456 */
                        code: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Each code works once. They are not shown again. */
                            backupCodes: string[];
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your profile */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            isEnabled: boolean;
                            isVerified: boolean;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            stripeCustomerId: string | null;
                            roles: string[];
                            /** @description Stamped PDFs since the first of the month (UTC) */
                            monthlyActionsUsed: number;
                            organizationMemberships: {
                                organizationId: string;
                                organizationName: string;
                                /** @enum {unknown} */
                                role: "ORG_ADMIN" | "MEMBER";
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                joinedAt: string;
                            }[];
                            subscriptions: {
                                publicId: string;
                                subscriptionId: string | null;
                                status: string;
                                nickname: string | null;
                                lookupKey: string | null;
                                interval: string;
                                amount: number | null;
                                currency: string | null;
                                /** @description Stamped PDFs per month; null means unlimited */
                                actionLimit: number | null;
                                /** @description Unix seconds */
                                currentBillingPeriodStart: number;
                                /** @description Unix seconds */
                                currentBillingPeriodEnd: number;
                            }[];
                            twoFactor: {
                                enabled: boolean;
                                method: string | null;
                            };
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stamped PDFs by day, by template and by workflow
         * @description At most 366 days. With `organizationId`, the PDFs that its members stamped from its templates; only for its ORG_ADMINs and for administrators. Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description First day, UTC: YYYY-MM-DD; default: the first of this month */
                    from?: string;
                    /** @description Last day, UTC: YYYY-MM-DD; default: today */
                    to?: string;
                    /** @description Instead of the caller's own */
                    organizationId?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            from: string;
                            to: string;
                            /** @description Stamped PDFs of all days together */
                            actions: number;
                            /** @description Of this month; null: no limit */
                            actionLimit: number | null;
                            actionsLeft: number | null;
                            /** @description Null for an organization: e-mails count for the owner of the workflow */
                            mails: {
                                /** @description E-mails of workflows on all days together, one for each address */
                                sent: number;
                                limitPerDay: number | null;
                                leftToday: number | null;
                            } | null;
                            days: {
                                date: string;
                                actions: number;
                            }[];
                            templates: {
                                templateId: string;
                                /** @description Null: deleted since */
                                name: string | null;
                                actions: number;
                            }[];
                            workflows: {
                                workflowId: string;
                                /** @description Null: deleted since */
                                name: string | null;
                                actions: number;
                            }[];
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your API keys, newest first */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            keyId: string;
                            name: string;
                            /** @description read: GET of templates, workflows, events, runs, documents and organizations. stamp: stamping, previews and checks. workflows: changes of workflows and their runs, and dry runs with a given payload; comparisons and the latest event also need read. */
                            scopes: ("read" | "stamp" | "workflows")[];
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            expiresAt: string | null;
                            /** @description Accurate to about a minute */
                            lastUsedAt: string | null;
                        }[];
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create an API key
         * @description A key acts for its owner, with the owner's current rights, limited by its scopes. Keys never give access to accounts, administration, keys, or changes of organizations and templates. Requests with a key count on the rate limit of the account. An account can have at most 20 keys.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: well-formed */
                        name: string;
                        /** @description read: GET of templates, workflows, events, runs, documents and organizations. stamp: stamping, previews and checks. workflows: changes of workflows and their runs, and dry runs with a given payload; comparisons and the latest event also need read. */
                        scopes: ("read" | "stamp" | "workflows")[];
                        expiresAt?: string | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            keyId: string;
                            name: string;
                            /** @description read: GET of templates, workflows, events, runs, documents and organizations. stamp: stamping, previews and checks. workflows: changes of workflows and their runs, and dry runs with a given payload; comparisons and the latest event also need read. */
                            scopes: ("read" | "stamp" | "workflows")[];
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            expiresAt: string | null;
                            /** @description Accurate to about a minute */
                            lastUsedAt: string | null;
                            /** @description Not shown again. Send it as `Authorization: Bearer`. */
                            secret: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It stops working at once.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    keyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List accounts, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description Page number, from 0 */
                    page?: number;
                    /** @description Items per page */
                    size?: number;
                    /** @description Part of an e-mail address or public id. Every character is literal; case is ignored. */
                    search?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            content: {
                                publicId: string;
                                email: string;
                                /** @enum {unknown} */
                                applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                                /** @description False while the account is locked */
                                isEnabled: boolean;
                                isVerified: boolean;
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                createdAt: string;
                            }[];
                            totalPages: number;
                            totalElements: number;
                            size: number;
                            number: number;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{publicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an account with its memberships */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            /** @description False while the account is locked */
                            isEnabled: boolean;
                            isVerified: boolean;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            organizationMemberships: {
                                organizationId: string;
                                organizationName: string;
                                /** @enum {unknown} */
                                role: "ORG_ADMIN" | "MEMBER";
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                joinedAt: string;
                            }[];
                            twoFactor: {
                                enabled: boolean;
                                method: string | null;
                            };
                            /** @description Null means the general limits */
                            plan: {
                                publicId: string;
                                nickname: string | null;
                                actionLimit: number | null;
                                requestsPerMinute: number | null;
                                mailsPerDay: number | null;
                            } | null;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the e-mail address
         * @description The new address is unverified; a verification link is sent to it. An ADMIN may not change the account of a SUPER_ADMIN.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: well-formed
                         * @example admin@example.com
                         */
                        email: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            /** @description False while the account is locked */
                            isEnabled: boolean;
                            isVerified: boolean;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/admin/users/{publicId}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the application role
         * @description Takes effect at once and ends the sessions of the account. An ADMIN may not change the account of a SUPER_ADMIN. An ADMIN may not grant SUPER_ADMIN or change their own role.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            /** @description False while the account is locked */
                            isEnabled: boolean;
                            isVerified: boolean;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/admin/users/{publicId}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lock an account
         * @description Its tokens and API keys stop working at once. The last enabled SUPER_ADMIN cannot be locked. An ADMIN may not change the account of a SUPER_ADMIN.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            /** @description False while the account is locked */
                            isEnabled: boolean;
                            isVerified: boolean;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{publicId}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unlock an account
         * @description Earlier sessions stay ended. An ADMIN may not change the account of a SUPER_ADMIN.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            /** @description False while the account is locked */
                            isEnabled: boolean;
                            isVerified: boolean;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{publicId}/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a password reset e-mail
         * @description The current password works until the link is used. At most three such e-mails per hour. An ADMIN may not change the account of a SUPER_ADMIN.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            /** @description False while the account is locked */
                            isEnabled: boolean;
                            isVerified: boolean;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{publicId}/resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend the verification e-mail
         * @description For unverified accounts. At most three such e-mails per hour. An ADMIN may not change the account of a SUPER_ADMIN.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            /** @description False while the account is locked */
                            isEnabled: boolean;
                            isVerified: boolean;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{publicId}/reset-2fa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset two-factor authentication
         * @description Switches it off, for users who lost their authenticator app and backup codes. The password does not change. An ADMIN may not change the account of a SUPER_ADMIN.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            /** @description False while the account is locked */
                            isEnabled: boolean;
                            isVerified: boolean;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{publicId}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the limits of an account
         * @description Members that are not sent keep their value. After a higher action limit, waiting runs continue within seconds. A lower one does not affect stamped PDFs. An ADMIN may not change the account of a SUPER_ADMIN.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        nickname?: string | null;
                        /** @description Stamped PDFs per calendar month (UTC); null means unlimited */
                        actionLimit?: number | null;
                        /** @description Requests of the account a minute, for an organization of each member without a limit of their own; null: the general limit */
                        requestsPerMinute?: number | null;
                        /** @description E-mails of the workflows of the account a day (UTC), one for each address; for an organization of each member without a limit of their own; null: the general limit */
                        mailsPerDay?: number | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            email: string;
                            /** @enum {unknown} */
                            applicationRole: "SUPER_ADMIN" | "ADMIN" | "MEMBER" | "GUEST";
                            /** @description False while the account is locked */
                            isEnabled: boolean;
                            isVerified: boolean;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            plan: {
                                publicId: string;
                                nickname: string | null;
                                actionLimit: number | null;
                                requestsPerMinute: number | null;
                                mailsPerDay: number | null;
                            };
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/organizations/{publicId}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the limits of an organization
         * @description Members that are not sent keep their value. After a higher action limit, waiting runs continue within seconds. A lower one does not affect stamped PDFs. The action limit counts what its members stamp from the organization's templates.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        nickname?: string | null;
                        /** @description Stamped PDFs per calendar month (UTC); null means unlimited */
                        actionLimit?: number | null;
                        /** @description Requests of the account a minute, for an organization of each member without a limit of their own; null: the general limit */
                        requestsPerMinute?: number | null;
                        /** @description E-mails of the workflows of the account a day (UTC), one for each address; for an organization of each member without a limit of their own; null: the general limit */
                        mailsPerDay?: number | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            plan: {
                                publicId: string;
                                nickname: string | null;
                                actionLimit: number | null;
                                requestsPerMinute: number | null;
                                mailsPerDay: number | null;
                            };
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit trail, newest first
         * @description Each entry has the action, its actor and target, the time, and the address of the client.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Page number, from 0 */
                    page?: number;
                    /** @description Items per page */
                    size?: number;
                    actor?: string;
                    target?: string;
                    action?: "USER_CREATED" | "USER_EMAIL_CHANGED" | "USER_ROLE_CHANGED" | "USER_LOCKED" | "USER_UNLOCKED" | "USER_PASSWORD_RESET_SENT" | "USER_VERIFICATION_SENT" | "USER_PASSWORD_SET" | "USER_TWO_FACTOR_RESET" | "USER_PLAN_CHANGED" | "ORGANIZATION_PLAN_CHANGED" | "ORGANIZATION_CREATED" | "ORGANIZATION_CHANGED" | "ORGANIZATION_DELETED" | "ORGANIZATION_ROLE_CHANGED" | "ORGANIZATION_MEMBER_JOINED" | "ORGANIZATION_MEMBER_LEFT" | "ORGANIZATION_MEMBER_REMOVED" | "INVITATION_SENT" | "INVITATION_RESENT" | "INVITATION_REVOKED" | "API_KEY_CREATED" | "API_KEY_REVOKED" | "EVENTS_REQUEUED" | "RUN_CANCELLED";
                    /** @description UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD */
                    from?: string;
                    /** @description UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD, inclusive */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            content: {
                                /** @description Increases with every entry */
                                sequence: number;
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                at: string;
                                /** @enum {unknown} */
                                action: "USER_CREATED" | "USER_EMAIL_CHANGED" | "USER_ROLE_CHANGED" | "USER_LOCKED" | "USER_UNLOCKED" | "USER_PASSWORD_RESET_SENT" | "USER_VERIFICATION_SENT" | "USER_PASSWORD_SET" | "USER_TWO_FACTOR_RESET" | "USER_PLAN_CHANGED" | "ORGANIZATION_PLAN_CHANGED" | "ORGANIZATION_CREATED" | "ORGANIZATION_CHANGED" | "ORGANIZATION_DELETED" | "ORGANIZATION_ROLE_CHANGED" | "ORGANIZATION_MEMBER_JOINED" | "ORGANIZATION_MEMBER_LEFT" | "ORGANIZATION_MEMBER_REMOVED" | "INVITATION_SENT" | "INVITATION_RESENT" | "INVITATION_REVOKED" | "API_KEY_CREATED" | "API_KEY_REVOKED" | "EVENTS_REQUEUED" | "RUN_CANCELLED";
                                actor: {
                                    publicId: string | null;
                                    /** @description At that time. Without a publicId, the name of the operator who used `npm run admin`. */
                                    email: string;
                                };
                                target: {
                                    publicId: string;
                                    /** @description At that time: the address of an account, or the name of an organization */
                                    name: string;
                                };
                                changes: {
                                    [key: string]: {
                                        from: string | number | boolean | null;
                                        to: string | number | boolean | null;
                                    };
                                } | null;
                                ip: string;
                                userAgent: string | null;
                                requestId: string;
                            }[];
                            totalPages: number;
                            totalElements: number;
                            size: number;
                            number: number;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your organizations, newest first
         * @description Administrators get all organizations. Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Page number, from 0 */
                    page?: number;
                    /** @description Items per page */
                    size?: number;
                    /** @description Part of a name or public id. Every character is literal; case is ignored. */
                    search?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            content: {
                                publicId: string;
                                name: string;
                                displayName: string | null;
                                description: string | null;
                                email: string | null;
                                billingEmail: string | null;
                                phone: string | null;
                                website: string | null;
                                address: string | null;
                                adminContactName: string | null;
                                adminContactEmail: string | null;
                                adminContactPhone: string | null;
                                /** @description The role of the caller; null for an administrator who is not a member */
                                role: ("ORG_ADMIN" | "MEMBER") | null;
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                createdAt: string;
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                updatedAt: string;
                            }[];
                            totalPages: number;
                            totalElements: number;
                            size: number;
                            number: number;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create an organization
         * @description A new organization has no members, not even you. Invite its first ORG_ADMIN.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: well-formed */
                        name: string;
                        displayName?: string | null;
                        description?: string | null;
                        email?: string | null;
                        billingEmail?: string | null;
                        phone?: string | null;
                        website?: string | null;
                        address?: string | null;
                        adminContactName?: string | null;
                        adminContactEmail?: string | null;
                        adminContactPhone?: string | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            displayName: string | null;
                            description: string | null;
                            email: string | null;
                            billingEmail: string | null;
                            phone: string | null;
                            website: string | null;
                            address: string | null;
                            adminContactName: string | null;
                            adminContactEmail: string | null;
                            adminContactPhone: string | null;
                            /** @description The role of the caller; null for an administrator who is not a member */
                            role: ("ORG_ADMIN" | "MEMBER") | null;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{publicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the profile of an organization
         * @description For its members and for administrators. Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            displayName: string | null;
                            description: string | null;
                            email: string | null;
                            billingEmail: string | null;
                            phone: string | null;
                            website: string | null;
                            address: string | null;
                            adminContactName: string | null;
                            adminContactEmail: string | null;
                            adminContactPhone: string | null;
                            /** @description The role of the caller; null for an administrator who is not a member */
                            role: ("ORG_ADMIN" | "MEMBER") | null;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Change the profile of an organization
         * @description Members that are not sent keep their value; null removes it. For an ORG_ADMIN of the organization and for administrators.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: well-formed */
                        name?: string;
                        displayName?: string | null;
                        description?: string | null;
                        email?: string | null;
                        billingEmail?: string | null;
                        phone?: string | null;
                        website?: string | null;
                        address?: string | null;
                        adminContactName?: string | null;
                        adminContactEmail?: string | null;
                        adminContactPhone?: string | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            displayName: string | null;
                            description: string | null;
                            email: string | null;
                            billingEmail: string | null;
                            phone: string | null;
                            website: string | null;
                            address: string | null;
                            adminContactName: string | null;
                            adminContactEmail: string | null;
                            adminContactPhone: string | null;
                            /** @description The role of the caller; null for an administrator who is not a member */
                            role: ("ORG_ADMIN" | "MEMBER") | null;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete an organization
         * @description Cannot be undone. Its templates stay with their creators and are no longer shared. Its invitations become invalid. For an ORG_ADMIN of the organization and for administrators.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{publicId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description Page number, from 0 */
                    page?: number;
                    /** @description Items per page */
                    size?: number;
                    /** @description Part of an e-mail address or public id */
                    search?: string;
                };
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            content: {
                                userId: string;
                                email: string;
                                /** @enum {unknown} */
                                role: "ORG_ADMIN" | "MEMBER";
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                joinedAt: string;
                            }[];
                            totalPages: number;
                            totalElements: number;
                            size: number;
                            number: number;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{publicId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member, or leave
         * @description Takes effect at once, also for workflows that use a shared template. Templates that the member shared stay shared. Only an administrator may remove or demote the last ORG_ADMIN. You may leave; to remove another member you must be an ORG_ADMIN of the organization or an administrator.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Takes effect at once. Only an administrator may remove or demote the last ORG_ADMIN. For an ORG_ADMIN of the organization and for administrators.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        role: "ORG_ADMIN" | "MEMBER";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            userId: string;
                            email: string;
                            /** @enum {unknown} */
                            role: "ORG_ADMIN" | "MEMBER";
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            joinedAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/organizations/{publicId}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations, newest first
         * @description For an ORG_ADMIN of the organization and for administrators.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Page number, from 0 */
                    page?: number;
                    /** @description Items per page */
                    size?: number;
                    status?: "PENDING" | "ACCEPTED" | "EXPIRED" | "REVOKED";
                    /** @description Part of an e-mail address */
                    search?: string;
                };
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            content: {
                                invitationId: string;
                                email: string;
                                /** @enum {unknown} */
                                role: "ORG_ADMIN" | "MEMBER";
                                /** @enum {unknown} */
                                status: "PENDING" | "ACCEPTED" | "EXPIRED" | "REVOKED";
                                /** @description The e-mail address of the inviter at that time */
                                invitedBy: string;
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                createdAt: string;
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                expiresAt: string;
                            }[];
                            totalPages: number;
                            totalElements: number;
                            size: number;
                            number: number;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Send an invitation
         * @description Sends an e-mail with a link that works for seven days, for the account of that address. The account may be registered later. An address can have one open invitation. For an ORG_ADMIN of the organization and for administrators.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: well-formed
                         * @example admin@example.com
                         */
                        email: string;
                        /** @enum {unknown} */
                        role: "ORG_ADMIN" | "MEMBER";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            invitationId: string;
                            email: string;
                            /** @enum {unknown} */
                            role: "ORG_ADMIN" | "MEMBER";
                            /** @enum {unknown} */
                            status: "PENDING" | "ACCEPTED" | "EXPIRED" | "REVOKED";
                            /** @description The e-mail address of the inviter at that time */
                            invitedBy: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            expiresAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{publicId}/invitations/{invitationId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an invitation
         * @description Restarts the seven days. Earlier links stay valid. Also works for an expired invitation. For an ORG_ADMIN of the organization and for administrators.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                    invitationId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            invitationId: string;
                            email: string;
                            /** @enum {unknown} */
                            role: "ORG_ADMIN" | "MEMBER";
                            /** @enum {unknown} */
                            status: "PENDING" | "ACCEPTED" | "EXPIRED" | "REVOKED";
                            /** @description The e-mail address of the inviter at that time */
                            invitedBy: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            expiresAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{publicId}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Its links stop working at once. For an ORG_ADMIN of the organization and for administrators.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                    invitationId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            invitationId: string;
                            email: string;
                            /** @enum {unknown} */
                            role: "ORG_ADMIN" | "MEMBER";
                            /** @enum {unknown} */
                            status: "PENDING" | "ACCEPTED" | "EXPIRED" | "REVOKED";
                            /** @description The e-mail address of the inviter at that time */
                            invitedBy: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            expiresAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Takes the token of the e-mail. Requires the account of the invited address; other accounts get a 403.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        token: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            organizationId: string;
                            organizationName: string;
                            /** @enum {unknown} */
                            role: "ORG_ADMIN" | "MEMBER";
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            joinedAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates you own or share through an organization, newest first
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            thumbPath: string | null;
                            /** @description Comma-separated; names with a comma or quote are quoted */
                            columns: string;
                            /** @description S: ready to stamp; M: has saved mappings; O: shared through an organization */
                            flags: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                        }[];
                    };
                };
                /** @description Not modified: `If-None-Match` names the current version */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Upload a template
         * @description The file is checked before anything is stored. `organizationId`: one of your organizations, or blank for none; the default is your only organization. The default of `columns` is derived from the mappings, or from the names of the fields if there are no mappings.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: Blob;
                        name: string;
                        json?: string;
                        columns?: string;
                        namingPattern?: string;
                        organizationId?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            thumbPath: string | null;
                            /** @description Comma-separated; names with a comma or quote are quoted */
                            columns: string;
                            /** @description S: ready to stamp; M: has saved mappings; O: shared through an organization */
                            flags: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                            /** @description Name of the stored PDF */
                            pdfPath: string;
                            json: string | null;
                            namingPattern: string | null;
                            /** @description The PDF is signed: stamping invalidates its signatures */
                            signed: boolean;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List short facts about all templates that you can access
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            /** @description Comma-separated; names with a comma or quote are quoted */
                            columns: string;
                            namingPattern: string | null;
                            /** @description S: ready to stamp; M: has saved mappings; O: shared through an organization */
                            flags: string;
                            pageCount: number;
                            /** @description Fields, not widgets */
                            fieldCount: number;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                        }[];
                    };
                };
                /** @description Not modified: `If-None-Match` names the current version */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{publicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a template
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            thumbPath: string | null;
                            /** @description Comma-separated; names with a comma or quote are quoted */
                            columns: string;
                            /** @description S: ready to stamp; M: has saved mappings; O: shared through an organization */
                            flags: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                            /** @description Name of the stored PDF */
                            pdfPath: string;
                            json: string | null;
                            namingPattern: string | null;
                            /** @description The PDF is signed: stamping invalidates its signatures */
                            signed: boolean;
                        };
                    };
                };
                /** @description Not modified: `If-None-Match` names the current version */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Change a template; fields that are not sent stay the same
         * @description A new file or new mappings create a new version; stamps and runs in progress use the old one. Blank `json` and `namingPattern` are removed, blank `columns` are derived again. `organizationId` (owner only): one of your organizations to share the template through, or blank to stop sharing it.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file?: Blob;
                        name?: string;
                        json?: string;
                        columns?: string;
                        namingPattern?: string;
                        organizationId?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            thumbPath: string | null;
                            /** @description Comma-separated; names with a comma or quote are quoted */
                            columns: string;
                            /** @description S: ready to stamp; M: has saved mappings; O: shared through an organization */
                            flags: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                            /** @description Name of the stored PDF */
                            pdfPath: string;
                            json: string | null;
                            namingPattern: string | null;
                            /** @description The PDF is signed: stamping invalidates its signatures */
                            signed: boolean;
                            /** @description After a new file: mapped fields and columns that no longer exist */
                            changes?: {
                                /** @description Names in the mappings whose field or page does not exist in the new file */
                                missingFields: string[];
                                /** @description Your own workflows with columns that filled something before and no longer do */
                                workflows: {
                                    workflowId: string;
                                    nodeId: string;
                                    missingColumns: string[];
                                }[];
                            };
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Permanently delete a template and its PDF
         * @description Workflows that use it fail on their next run.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{publicId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the PDF of a template
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The uploaded PDF */
                200: {
                    headers: {
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": Blob;
                    };
                };
                /** @description Not modified: `If-None-Match` names the current version */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{publicId}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An image of page 1
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description PNG, 320 pixels wide */
                200: {
                    headers: {
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": Blob;
                    };
                };
                /** @description Not modified: `If-None-Match` names the current version */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{publicId}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pages and form fields of a template
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Sizes of the displayed pages */
                            pages: {
                                page: number;
                                /** @description Points */
                                width: number;
                                /** @description Points */
                                height: number;
                            }[];
                            /** @description One item per widget. Positions are measured from the top left of the displayed page */
                            fields: {
                                /** @description Full name */
                                name: string;
                                /** @enum {unknown} */
                                type: "text" | "checkbox" | "radio" | "choice" | "signature" | "button";
                                page: number;
                                /** @description Points */
                                x: number;
                                /** @description Points */
                                y: number;
                                /** @description Points */
                                width: number;
                                /** @description Points */
                                height: number;
                                options: {
                                    value: string;
                                    label: string;
                                }[];
                                maxLength: number | null;
                                multiline: boolean;
                                /** @description The form asks for a value */
                                required: boolean;
                                readOnly: boolean;
                                fontSize: number | null;
                                /** @description Saved mappings fill it */
                                mapped: boolean;
                            }[];
                        };
                    };
                };
                /** @description Not modified: `If-None-Match` names the current version */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{publicId}/pages/{page}.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An image of one page
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                    /** @description From 1 */
                    page: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description PNG, 1200 pixels wide; less for a very tall page */
                200: {
                    headers: {
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": Blob;
                    };
                };
                /** @description Not modified: `If-None-Match` names the current version */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{publicId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill a template with one row
         * @description Uses no action and stores nothing. Columns are matched like the headers of a spreadsheet; missing columns are blank. `Stamp-Warnings` counts all warnings, including columns that fill nothing. Open to API keys with the scope `stamp`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Column to text, as displayed in a spreadsheet */
                        row: {
                            [key: string]: string;
                        };
                        /** @description Draw the values into the pages; default false */
                        flatten?: boolean;
                    };
                };
            };
            responses: {
                /** @description The filled PDF */
                200: {
                    headers: {
                        "Stamp-Warnings"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": Blob;
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{publicId}/sheet.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A spreadsheet to fill in for a template
         * @description Has the columns of the template, with drop-down lists for options, date and number formats, marked required columns, and an example row that `POST /api/stamper/stamp` accepts. Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description An XLSX workbook */
                200: {
                    headers: {
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                    };
                };
                /** @description Not modified: `If-None-Match` names the current version */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List own workflows, newest first
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "DRAFT" | "ACTIVE" | "DISABLED" | "ERROR";
                            triggerType: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                        }[];
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a workflow
         * @description It begins as DRAFT: its webhook keeps events and runs none. Open to API keys with the scope `workflows`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: well-formed */
                        name: string;
                        /** @enum {unknown} */
                        triggerType?: "webhook";
                        /** @description The graph: nodes `{id, type, position, data}` and edges `{id, source, target}`. A DRAFT may hold anything of this outer shape; ACTIVE needs a valid graph. docs/use/workflows.md has the node types, their data and the paths. */
                        stepsJson: {
                            nodes: unknown[];
                            edges: unknown[];
                        };
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "DRAFT" | "ACTIVE" | "DISABLED" | "ERROR";
                            triggerType: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                            /** @description Where events are posted */
                            webhookUrl: string;
                            /** @description The graph as JSON text, as it was sent */
                            stepsJson: string;
                            /** @description Number of this graph; each save of a graph makes a new one */
                            graphVersion: number;
                            errorMessage: string | null;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{publicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One workflow with its graph
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "DRAFT" | "ACTIVE" | "DISABLED" | "ERROR";
                            triggerType: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                            /** @description Where events are posted */
                            webhookUrl: string;
                            /** @description The graph as JSON text, as it was sent */
                            stepsJson: string;
                            /** @description Number of this graph; each save of a graph makes a new one */
                            graphVersion: number;
                            errorMessage: string | null;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Change name, status or graph
         * @description Takes any subset. A graph becomes a new immutable version; runs keep the one they began with. ACTIVE needs a valid graph; else `GRAPH_INVALID` with every problem. Open to API keys with the scope `workflows`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: well-formed */
                        name?: string;
                        /** @enum {unknown} */
                        status?: "DRAFT" | "ACTIVE" | "DISABLED" | "ERROR";
                        /** @description The graph: nodes `{id, type, position, data}` and edges `{id, source, target}`. A DRAFT may hold anything of this outer shape; ACTIVE needs a valid graph. docs/use/workflows.md has the node types, their data and the paths. */
                        stepsJson?: {
                            nodes: unknown[];
                            edges: unknown[];
                        };
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "DRAFT" | "ACTIVE" | "DISABLED" | "ERROR";
                            triggerType: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                            /** @description Where events are posted */
                            webhookUrl: string;
                            /** @description The graph as JSON text, as it was sent. Empty for an API key without the scope `read`, unless this request sent the graph */
                            stepsJson: string;
                            /** @description Number of this graph; each save of a graph makes a new one */
                            graphVersion: number;
                            errorMessage: string | null;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete a workflow with its events, runs and documents
         * @description Open to API keys with the scope `workflows`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{publicId}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the stored graph, or the one sent
         * @description Changes nothing. Returns every problem of the graph. Open to API keys with the scope `workflows`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    publicId: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /** @description The graph: nodes `{id, type, position, data}` and edges `{id, source, target}`. A DRAFT may hold anything of this outer shape; ACTIVE needs a valid graph. docs/use/workflows.md has the node types, their data and the paths. */
                        stepsJson?: {
                            nodes: unknown[];
                            edges: unknown[];
                        };
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Whether the graph can run: no problem is an error */
                            valid: boolean;
                            problems: {
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                /** @example stepsJson.nodes[2].data.templateId */
                                path: string;
                                node: string | null;
                                edge: string | null;
                                /** @description What to do about it */
                                message: string;
                            }[];
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Graph versions, newest first
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Page number, from 0 */
                    page?: number;
                    /** @description Items per page */
                    size?: number;
                };
                header?: never;
                path: {
                    workflowId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            content: {
                                /** @description From 1 */
                                number: number;
                                /** @description New events run on it */
                                isCurrent: boolean;
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                createdAt: string;
                                createdBy: {
                                    publicId: string;
                                    email: string;
                                };
                            }[];
                            totalPages: number;
                            totalElements: number;
                            size: number;
                            number: number;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/versions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One graph version
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                    number: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description From 1 */
                            number: number;
                            /** @description New events run on it */
                            isCurrent: boolean;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            createdBy: {
                                publicId: string;
                                email: string;
                            };
                            /** @description The graph as JSON text, as it was sent */
                            stepsJson: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/versions/{number}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to an old graph
         * @description It becomes a new version; runs under way keep theirs. An ACTIVE workflow needs a valid graph. Open to API keys with the scope `workflows`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                    number: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            publicId: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "DRAFT" | "ACTIVE" | "DISABLED" | "ERROR";
                            triggerType: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            updatedAt: string;
                            /** @description Where events are posted */
                            webhookUrl: string;
                            /** @description The graph as JSON text, as it was sent. Empty for an API key without the scope `read`, unless this request sent the graph */
                            stepsJson: string;
                            /** @description Number of this graph; each save of a graph makes a new one */
                            graphVersion: number;
                            errorMessage: string | null;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/webhook/latest-event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The event received last
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            eventId: string;
                            workflowId: string;
                            /** @description The received JSON, unchanged */
                            eventPayload: string;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            receivedAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Received events, newest first
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Page number, from 0 */
                    page?: number;
                    /** @description Items per page */
                    size?: number;
                    /** @description UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD */
                    from?: string;
                    /** @description UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD, inclusive */
                    to?: string;
                    status?: "STORED" | "PENDING" | "STARTED";
                };
                header?: never;
                path: {
                    workflowId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            content: {
                                eventId: string;
                                workflowId: string;
                                /** @description The received JSON, unchanged */
                                eventPayload: string;
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                receivedAt: string;
                                /**
                                 * @description STORED: kept, starts no run by itself. PENDING: its run waits for its start. STARTED: its run has started
                                 * @enum {unknown}
                                 */
                                status: "STORED" | "PENDING" | "STARTED";
                            }[];
                            totalPages: number;
                            totalElements: number;
                            size: number;
                            number: number;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs, newest first
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Page number, from 0 */
                    page?: number;
                    /** @description Items per page */
                    size?: number;
                    /** @description UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD */
                    from?: string;
                    /** @description UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD, inclusive */
                    to?: string;
                    status?: "RUNNING" | "WAITING" | "COMPLETED" | "FAILED" | "CANCELLED";
                    /** @description Only runs of this event: the first, replays, retries */
                    eventId?: string;
                };
                header?: never;
                path: {
                    workflowId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            content: {
                                runId: string;
                                eventId: string;
                                workflowId: string;
                                /** @description The version of the graph that the run uses */
                                graphVersion: number;
                                /** @enum {unknown} */
                                status: "RUNNING" | "WAITING" | "COMPLETED" | "FAILED" | "CANCELLED";
                                /**
                                 * @description EVENT: its event arrived; REPLAY, RETRY: a user requested it
                                 * @enum {unknown}
                                 */
                                kind: "EVENT" | "REPLAY" | "RETRY";
                                sourceRunId: string | null;
                                /**
                                 * @description UTC, without a time zone
                                 * @example 2026-11-28T09:30:00
                                 */
                                startedAt: string;
                                endedAt: string | null;
                                error: string | null;
                                engineUrl: string | null;
                            }[];
                            totalPages: number;
                            totalElements: number;
                            size: number;
                            number: number;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One run, node by node
         * @description While it runs, the nodes have their current state in Temporal. Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                    runId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            runId: string;
                            eventId: string;
                            workflowId: string;
                            /** @description The version of the graph that the run uses */
                            graphVersion: number;
                            /** @enum {unknown} */
                            status: "RUNNING" | "WAITING" | "COMPLETED" | "FAILED" | "CANCELLED";
                            /**
                             * @description EVENT: its event arrived; REPLAY, RETRY: a user requested it
                             * @enum {unknown}
                             */
                            kind: "EVENT" | "REPLAY" | "RETRY";
                            sourceRunId: string | null;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            startedAt: string;
                            endedAt: string | null;
                            error: string | null;
                            engineUrl: string | null;
                            documents: {
                                documentId: string;
                                name: string;
                                templateId: string;
                                nodeId: string;
                                /** @description The run that made it; in a retry it may be an earlier one */
                                runId: string;
                                /** @description Warnings: for example, a text that was shrunk, or a format that did not apply */
                                warnings: {
                                    column: string;
                                    code: string;
                                    message: string;
                                }[];
                            }[];
                            nodes: {
                                id: string;
                                type: string;
                                /** @enum {unknown} */
                                status: "PENDING" | "RUNNING" | "COMPLETED" | "FAILED" | "SKIPPED";
                                attempts: number;
                                /** @description Values that the node read, as JSON; null if it read none */
                                input: unknown;
                                /** @description Result of the node, as JSON */
                                output: unknown;
                                /** @description Which of both is longer than 64 KiB: then it is the beginning of its JSON, as text. …/nodes/{nodeId} has all */
                                shortened: ("input" | "output")[];
                                error: string | null;
                                startedAt: string | null;
                                endedAt: string | null;
                                items: {
                                    total: number;
                                    completed: number;
                                    failed: number;
                                    skipped: number;
                                    /** @description The first failures; `failed` counts all */
                                    failures: {
                                        /** @description Number of the item, from 0 */
                                        index: number;
                                        attempts: number;
                                        error: string | null;
                                    }[];
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/runs/{runId}/nodes/{nodeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One node of a run, whole
         * @description With all of its input and output, however long. Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                    runId: string;
                    nodeId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            type: string;
                            /** @enum {unknown} */
                            status: "PENDING" | "RUNNING" | "COMPLETED" | "FAILED" | "SKIPPED";
                            attempts: number;
                            /** @description Values that the node read, as JSON; null if it read none */
                            input: unknown;
                            /** @description Result of the node, as JSON */
                            output: unknown;
                            /** @description Which of both is longer than 64 KiB: then it is the beginning of its JSON, as text. …/nodes/{nodeId} has all */
                            shortened: ("input" | "output")[];
                            error: string | null;
                            startedAt: string | null;
                            endedAt: string | null;
                            items: {
                                total: number;
                                completed: number;
                                failed: number;
                                skipped: number;
                                /** @description The first failures; `failed` counts all */
                                failures: {
                                    /** @description Number of the item, from 0 */
                                    index: number;
                                    attempts: number;
                                    error: string | null;
                                }[];
                            } | null;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/events/{eventId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an event again
         * @description A new run, whatever the workflow's status; earlier runs and their documents stay. A request repeated with the same `Idempotency-Key` returns the same run. Open to API keys with the scope `workflows`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                    eventId: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /** @description Number of the graph to run; default: the current one */
                        graphVersion?: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            runId: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/runs/{runId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on where a failed run stopped
         * @description A new run on the same graph version and today’s templates. Nodes that completed are kept with their outputs; their documents are neither made nor counted nor mailed again. While a retry of this run is in progress, that one is returned. A request repeated with the same `Idempotency-Key` returns the same run. Open to API keys with the scope `workflows`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                    runId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            runId: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/runs/{runId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a run
         * @description Documents made until then are kept. The response is sent once the run has ended, or after three seconds with the current status. Cancelling a cancelled run changes nothing. Open to API keys with the scope `workflows`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                    runId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            runId: string;
                            /** @enum {unknown} */
                            status: "RUNNING" | "WAITING" | "COMPLETED" | "FAILED" | "CANCELLED";
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run many events again
         * @description The oldest events of a time range, at most `limit`; call again for those left. They run a few at a time and behind new events. Events with an unfinished run are left out, so a call repeated at once repeats nothing. Open to API keys with the scope `workflows`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /** @description UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD */
                        from?: string;
                        /** @description UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD, inclusive */
                        to?: string;
                        /**
                         * @description Only events whose last run ended so; STORED: that never had one. Default: all that don't run
                         * @enum {unknown}
                         */
                        status?: "STORED" | "COMPLETED" | "FAILED" | "CANCELLED";
                        /** @description Number of the graph to run; default: the current one */
                        graphVersion?: number;
                        /**
                         * @description The oldest so many
                         * @default 100
                         */
                        limit?: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description New runs */
                            runs: number;
                            /** @description Events that also match and were beyond the limit */
                            left: number;
                            runIds: string[];
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dry run of the stored graph, or of the one sent
         * @description On a given payload or that of the latest event, which an API key may use only with the scope `read`. Nodes run as they would, but no document is kept, no action counted, nothing mailed, and a delay does not wait. A payload that the webhook would reject is rejected here too. 500 `UNAVAILABLE` if no worker responds in time. Open to API keys with the scope `workflows`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /** @description Default: that of the latest event */
                        payload?: Record<string, never>;
                        /** @description A graph that is not saved; default: the stored one */
                        stepsJson?: {
                            nodes: unknown[];
                            edges: unknown[];
                        };
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {unknown} */
                            status: "RUNNING" | "WAITING" | "COMPLETED" | "FAILED" | "CANCELLED";
                            error: string | null;
                            nodes: {
                                id: string;
                                type: string;
                                /** @enum {unknown} */
                                status: "PENDING" | "RUNNING" | "COMPLETED" | "FAILED" | "SKIPPED";
                                attempts: number;
                                /** @description Values that the node read, as JSON; null if it read none */
                                input: unknown;
                                /** @description Result of the node, as JSON */
                                output: unknown;
                                /** @description Which of both is longer than 64 KiB: then it is the beginning of its JSON, as text. …/nodes/{nodeId} has all */
                                shortened: ("input" | "output")[];
                                error: string | null;
                                startedAt: string | null;
                                endedAt: string | null;
                                items: {
                                    total: number;
                                    completed: number;
                                    failed: number;
                                    skipped: number;
                                    /** @description The first failures; `failed` counts all */
                                    failures: {
                                        /** @description Number of the item, from 0 */
                                        index: number;
                                        attempts: number;
                                        error: string | null;
                                    }[];
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/events/{eventId}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a draft would do differently with a past event
         * @description Dry runs of the same event: the version that ran last for it, and the graph sent or the stored one. Returns the nodes, and the fields of documents as they are in the PDF, that differ. Open to API keys with the scopes `workflows` and `read`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                    eventId: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /** @description A graph that is not saved; default: the stored one */
                        stepsJson?: {
                            nodes: unknown[];
                            edges: unknown[];
                        };
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            isSame: boolean;
                            /** @description The version that ran, run again */
                            ran: {
                                /** @enum {unknown} */
                                status: "RUNNING" | "WAITING" | "COMPLETED" | "FAILED" | "CANCELLED";
                                error: string | null;
                                graphVersion: number | null;
                            };
                            draft: {
                                /** @enum {unknown} */
                                status: "RUNNING" | "WAITING" | "COMPLETED" | "FAILED" | "CANCELLED";
                                error: string | null;
                                graphVersion: number | null;
                            };
                            /** @description Nodes with another status, error or output; null: one side has no such node */
                            nodes: {
                                id: string;
                                ran: {
                                    /** @enum {unknown} */
                                    status: "PENDING" | "RUNNING" | "COMPLETED" | "FAILED" | "SKIPPED";
                                    error: string | null;
                                    output: unknown;
                                } | null;
                                draft: {
                                    /** @enum {unknown} */
                                    status: "PENDING" | "RUNNING" | "COMPLETED" | "FAILED" | "SKIPPED";
                                    error: string | null;
                                    output: unknown;
                                } | null;
                            }[];
                            /** @description Fields of documents with different values in the PDF; null: no such document or field. The first 1,000 */
                            fields: {
                                nodeId: string;
                                item: number | null;
                                /** @description Name of the form field, or of the mapping of placed text */
                                field: string;
                                ran: string | null;
                                draft: string | null;
                            }[];
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/runs/{runId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live progress of a run
         * @description Server-sent events: `run` with the same record as GET …/runs/{runId} whenever it has changed, `end` after the last. `Last-Event-ID` resumes: a record seen already is not sent again. A comment is sent every 15 seconds; a stream lasts at most 15 minutes and ends with a lock of the account. Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                    runId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Events */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/documents.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the documents of many runs
         * @description Of the runs that began in the time range, at most 10,000 documents, and `manifest.json` with names, sizes, SHA-256, run and event of each. When a document cannot be read the download breaks off: an archive that ends well is whole. Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD */
                    from?: string;
                    /** @description UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD, inclusive */
                    to?: string;
                    status?: "RUNNING" | "WAITING" | "COMPLETED" | "FAILED" | "CANCELLED";
                };
                header?: never;
                path: {
                    workflowId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A ZIP archive */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/zip": Blob;
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Details of a document
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    documentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            documentId: string;
                            /** @description File name */
                            name: string;
                            templateId: string;
                            /** @description The version that was filled */
                            templateVersion: number;
                            workflowId: string;
                            runId: string;
                            nodeId: string;
                            /** @description Bytes */
                            size: number;
                            /**
                             * @description UTC, without a time zone
                             * @example 2026-11-28T09:30:00
                             */
                            createdAt: string;
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{documentId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description Open to API keys with the scope `read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    documentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The filled PDF */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": Blob;
                    };
                };
                /** @description The requested range; for several ranges, the whole file */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": Blob;
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stamper/stamp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill a template with every row of a spreadsheet
         * @description Fills a template with every row of a spreadsheet (CSV, TSV or XLSX, recognised by its content). The response is a ZIP of PDFs.
         *
         *     Form fields:
         *
         *     - `templateId` (required)
         *     - `file` (required): the spreadsheet
         *     - `namingPattern`: overrides the template's pattern; `[Column]` is replaced by the value of that column
         *     - `onError`: with `abort` (the default) the request fails before the first byte when a row cannot be stamped; with `skip` such rows are left out and listed in `errors.csv`
         *     - `flatten`: `true` draws the values into the pages and removes the form fields; `false` is the default
         *
         *     The header `Stamp-Warnings` is the number of warnings: problems of rows that were stamped. With `onError=skip`, no naming pattern and more than 2,000 rows it is a trailer after the archive, because the first byte is sent before the last row is read. When the connection ends early, the archive is not complete. Open to API keys with the scope `stamp`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: Blob;
                        templateId: string;
                        namingPattern?: string;
                        /** @enum {string} */
                        onError?: "abort" | "skip" | "";
                        /** @enum {string} */
                        flatten?: "false" | "true" | "";
                    };
                };
            };
            responses: {
                /** @description A ZIP archive of filled PDFs */
                200: {
                    headers: {
                        "Stamp-Warnings"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/zip": Blob;
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stamper/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a spreadsheet against a template
         * @description Reads a whole spreadsheet against a template and lists every problem. No document is made and no action is counted.
         *
         *     The form is that of `POST /api/stamper/stamp`. At most 1,000 errors and 1,000 warnings are listed; `total` counts all of them. Open to API keys with the scope `stamp`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: Blob;
                        templateId: string;
                        namingPattern?: string;
                        /** @enum {string} */
                        onError?: "abort" | "skip" | "";
                        /** @enum {string} */
                        flatten?: "false" | "true" | "";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            rows: number;
                            /** @description The number of documents that a stamp with onError=skip would make */
                            documents: number;
                            columns: {
                                used: string[];
                                unused: string[];
                                missing: string[];
                            };
                            errors: {
                                total: number;
                                items: {
                                    /** @description As a spreadsheet program numbers it: the header is row 1 */
                                    row: number;
                                    column: string;
                                    code: string;
                                    message: string;
                                }[];
                            };
                            warnings: {
                                total: number;
                                items: {
                                    /** @description As a spreadsheet program numbers it: the header is row 1 */
                                    row: number;
                                    column: string;
                                    code: string;
                                    message: string;
                                }[];
                            };
                        };
                    };
                };
                /** @description The request is not valid; `errors` lists each invalid member */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The access token or API key is missing or not valid */
                401: {
                    headers: {
                        "WWW-Authenticate"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The caller may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Not found, or not visible to the caller */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests; retry after `Retry-After` seconds */
                429: {
                    headers: {
                        /** @description Seconds */
                        "Retry-After"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description An error of the service */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event
         * @description The body is a JSON object, whatever the content type, and is stored unchanged. 202 is sent once the event is committed. A repeated `Idempotency-Key` or `webhook-id` gets 202 and stores nothing new. With a signingSecret set, requests need a Standard Webhooks signature, and only the signed `webhook-id` makes a repetition.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workflowId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "name": "Anna",
                     *       "amount": 12.5
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description The event is committed */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description The body is not JSON, not an object, too large, or against the schema of the trigger */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description The trigger has a signingSecret and the signature is missing or wrong */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description The workflow is DISABLED */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description No workflow has this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description Too many webhooks for this owner; `Retry-After` says when to send it again */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description The event may not have been stored; send it again */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Problem
         * @description An error in the format of RFC 9457
         */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description A stable code; docs/use/errors.md lists all codes */
            code: string;
            requestId: string;
            errors?: {
                path: string;
                message: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
