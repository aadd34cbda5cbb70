import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { DomainError } from '../../errors.ts';
import { isAborted } from '../../http/aborted.ts';
import type { App } from '../../http/app-types.ts';
import { setRateHeaders } from '../../http/rate-limit.ts';
import type { WebhookService } from './webhook.service.ts';
import { payloadRejected, WebhookRejection } from './webhook-rejection.ts';

const plainText = (description: string, examples: string[]) => ({
  description,
  content: { 'text/plain': { schema: Type.String({ examples }) } },
});

const payload = {
  content: {
    'application/json': {
      schema: Type.Record(Type.String(), Type.Unknown(), { examples: [{ name: 'Anna', amount: 12.5 }] }),
    },
  },
};

const responses = {
  202: plainText('The event is committed', ['Webhook received']),
  400: plainText('The body is not JSON, not an object, too large, or against the schema of the trigger', [
    'Invalid JSON payload',
    'Payload validation failed: age: must be integer',
    'Invalid schema or payload: the schema is not valid JSON',
  ]),
  401: plainText('The trigger has a signingSecret and the signature is missing or wrong', [
    'Invalid signature: no signature matches',
  ]),
  403: plainText('The workflow is DISABLED', ['Workflow is disabled']),
  404: plainText('No workflow has this id', ['Workflow not found!']),
  429: plainText('Too many webhooks for this owner; `Retry-After` says when to send it again', [
    'Too Many Requests',
  ]),
  500: plainText('The event may not have been stored; send it again', ['Internal Server Error']),
};

const BYTES = 'application/octet-stream';

/**
 * The public inbound route. It has a scope of its own, because its bodies are read as JSON whatever their content type
 * and its errors are plain text.
 */
export function registerWebhookRoutes(
  app: App,
  { webhooks, maxJsonBytes }: { webhooks: WebhookService; maxJsonBytes: number },
): void {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(BYTES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // The content type does not matter. A parser for all types (`*`) would be looked up in every request.
    scope.addHook('onRequest', (request, _reply, done) => {
      request.raw.headers['content-type'] = BYTES;
      done();
    });
    scope.setErrorHandler((error, request, reply) => {
      const rejection = isAborted(request) ? SHORT_BODY : toRejection(error, maxJsonBytes);
      if (rejection === null) return respondToFault(error, request, reply);
      request.log.debug({ status: rejection.status }, 'webhook rejected');
      if (rejection.retryAfterSeconds !== null) reply.header('retry-after', rejection.retryAfterSeconds);
      return respond(reply, rejection.status, rejection.text);
    });

    scope.post(
      '/api/workflows/:workflowId/webhook',
      {
        config: { policy: 'public' },
        // The body is too short for compression.
        compress: false,
        schema: {
          tags: ['Webhooks'],
          summary: 'Receive an event',
          description:
            'The body is a JSON object, whatever the content type, and is stored unchanged. 202 is sent ' +
            'once the event is committed. A repeated `Idempotency-Key` or `webhook-id` gets 202 and stores nothing ' +
            'new. With a signingSecret set, requests need a Standard Webhooks signature, and only the ' +
            'signed `webhook-id` makes a repetition.',
          params: Type.Object({ workflowId: Type.String() }),
          body: payload,
          response: responses,
        },
        // The service parses the bytes itself; the schema only documents the body.
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        const { workflowId } = request.params;
        const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
        await webhooks.receive(
          { workflowId, requestId: request.id, address: request.ip, headers: request.headers, body },
          (rate) => setRateHeaders(reply, rate),
        );
        return respond(reply, 202, 'Webhook received');
      },
    );
  });
}

const SHORT_BODY = payloadRejected('the body is not as long as announced');

function toRejection(error: unknown, maxBytes: number): WebhookRejection | null {
  if (error instanceof WebhookRejection) return error;
  // Rejected before the route was reached.
  if (error instanceof DomainError && error.status === 400) return new WebhookRejection(400, error.detail);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return payloadRejected(`the body is larger than ${maxBytes} bytes`);
  // Fastify's other rejections: a body shorter or longer than announced.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return SHORT_BODY;
  }
  return null;
}

function respondToFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ err: error, route: request.routeOptions.url }, 'webhook not stored');
  return respond(reply, 500, 'Internal Server Error');
}

function respond(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text);
}
