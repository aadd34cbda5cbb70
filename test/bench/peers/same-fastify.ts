import Fastify from 'fastify';
import { loadConfig } from '../../../src/config.ts';
import { installCompression } from '../../../src/http/compression.ts';
import { installConditionalGet } from '../../../src/http/conditional-get.ts';
import { installErrorHandler } from '../../../src/http/error-handler.ts';
import { requireHost } from '../../../src/http/host-header.ts';
import { installJsonBody } from '../../../src/http/json-body.ts';
import { installRequestLog } from '../../../src/http/request-log.ts';
import { installSecurityHeaders } from '../../../src/http/security-headers.ts';
import { serverOptions } from '../../../src/http/server-options.ts';
import { installValidation } from '../../../src/http/validation.ts';
import { createLogger } from '../../../src/infra/logger.ts';

/**
 * The service's own Fastify, with its limits, headers, request ids, validation, ETags and compression, and
 * without authentication, policy, rate and ORM.
 */
export async function sameFastify() {
  const config = loadConfig({ LOG_LEVEL: 'warn' });
  const logger = createLogger(config);
  const app = Fastify(serverOptions({ logger, maxJsonBytes: config.MAX_JSON_BYTES, trustedProxies: '' }));
  installErrorHandler(app);
  installRequestLog(app, logger);
  requireHost(app);
  installValidation(app);
  installConditionalGet(app);
  installSecurityHeaders(app, { https: false });
  await installCompression(app);
  installJsonBody(app);
  return app;
}
