import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import type { Config } from '../config.ts';
import { DomainError } from '../errors.ts';
import type { App } from '../http/app-types.ts';
import { installErrorHandler } from '../http/error-handler.ts';
import { installSecurityHeaders } from '../http/security-headers.ts';
import { serverOptions } from '../http/server-options.ts';
import { installValidation } from '../http/validation.ts';
import type { Clock } from '../infra/clock.ts';
import type { Logger } from '../infra/logger.ts';
import type { SecretKeys } from '../infra/secret-keys.ts';
import { createPayloadCodec, PayloadUnreadable } from '../infra/temporal/payload-codec.ts';
import { readPayloadKeys } from '../infra/temporal/payload-keys.ts';
import { installAccessTokens } from '../modules/auth/access-tokens.ts';
import type { UsersService } from '../modules/users/users.service.ts';
import { installAdmission } from './admission.ts';
import { fromJson, type PayloadsJson, payloadsSchema, toJson } from './payload-json.ts';

/** Bytes. An event of a history has at most 4 MiB, which base64 makes a third larger. */
const MAX_BODY = 8 * 1024 * 1024;
const PREFLIGHT_SECONDS = 600;

interface CodecAppDeps {
  config: Config;
  logger: Logger;
  clock: Clock;
  secretKeys: SecretKeys;
  users: UsersService;
}

/**
 * A codec server for Temporal's UI and command line (https://docs.temporal.io/codec-server): `POST /decode` and
 * `POST /encode`, for administrators. It is separate from the API, which shows payloads to their owners only.
 */
export async function buildCodecApp(deps: CodecAppDeps): Promise<App> {
  const { config, logger, clock, secretKeys, users } = deps;
  const options = serverOptions({ logger, maxJsonBytes: MAX_BODY, trustedProxies: config.TRUST_PROXY });
  const app: App = Fastify(options).withTypeProvider<TypeBoxTypeProvider>();
  installErrorHandler(app);
  installValidation(app);
  installSecurityHeaders(app, { https: false });
  const origins = originsOf(config.TEMPORAL_UI_URL);
  await app.register(cors, {
    origin: origins,
    credentials: true,
    methods: ['POST'],
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  });
  await app.register(cookie);
  await installAccessTokens(app, { keys: secretKeys, clock });
  const { admit } = await installAdmission(app, {
    users,
    namespace: config.TEMPORAL_NAMESPACE,
    cookieSecure: config.COOKIE_SECURE,
  });

  const { keys } = readPayloadKeys(config.PAYLOAD_KEYS);
  const codec = createPayloadCodec(keys);
  const route = { onRequest: admit, schema: { body: payloadsSchema } };
  const convert = async (change: typeof codec.decode, body: PayloadsJson) => {
    try {
      return toJson(await change(fromJson(body)));
    } catch (error) {
      // The payload comes from the caller, so the message may quote it.
      if (error instanceof PayloadUnreadable) throw new DomainError('VALIDATION_FAILED', error.message);
      throw error;
    }
  };
  app.post('/decode', route, ({ body }) => convert(codec.decode, body));
  app.post('/encode', route, ({ body }) => convert(codec.encode, body));
  return app;
}

/** The origin of Temporal's UI. On this machine, under both names of the machine. */
function originsOf(uiUrl: string | undefined): string[] {
  if (uiUrl === undefined) return [];
  const { origin, protocol, port, hostname } = new URL(uiUrl);
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return [origin];
  return ['localhost', '127.0.0.1'].map((name) => new URL(`${protocol}//${name}:${port}`).origin);
}
