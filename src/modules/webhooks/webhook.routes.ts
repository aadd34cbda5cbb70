import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { DomainError } from '../../errors.ts';
import { isAborted } from '../../http/aborted.ts';
import type { App } from '../../http/app-types.ts';
import { setRateHeaders } from '../../http/rate-limit.ts';
import type { WebhookService } from './webhook.service.ts';
import { payloadRefused, WebhookRefusal } from './webhook-refusal.ts';

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

const answers = {
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
  429: plainText('Too many webhooks for this owner; `Retry-After` says when to come back', [
    'Too Many Requests',
  ]),
  500: plainText('The event may not have been stored; send it again', ['Internal Server Error']),
};

const BYTES = 'application/octet-stream';

/**
 * The public inbound route. It lives in a scope of its own, because its bodies are read as JSON whatever their
 * content type says and its errors are plain text.
 */
export function registerWebhookRoutes(
  app: App,
  { webhooks, maxJsonBytes }: { webhooks: WebhookService; maxJsonBytes: number },
): void {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(BYTES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // Whatever it says, or does not say, is none of the webhook's business. A parser of all types (`*`) would be looked
    // for anew in every request.
    scope.addHook('onRequest', (request, _reply, done) => {
      request.raw.headers['content-type'] = BYTES;
      done();
    });
    scope.setErrorHandler((error, request, reply) => {
      const refusal = isAborted(request) ? SHORT_BODY : toRefusal(error, maxJsonBytes);
      if (refusal === null) return answerFault(error, request, reply);
      request.log.debug({ status: refusal.status }, 'webhook refused');
      if (refusal.retryAfterSeconds !== null) reply.header('retry-after', refusal.retryAfterSeconds);
      return answer(reply, refusal.status, refusal.text);
    });

    scope.post(
      '/api/workflows/:workflowId/webhook',
      {
        config: { policy: 'public' },
        // Two words are never worth it.
        compress: false,
        schema: {
          tags: ['Webhooks'],
          summary: 'Receive an event',
          description:
            'The body is a JSON object, read as such whatever the content type says and kept unchanged. 202 is ' +
            'answered once the event is committed. A repeated `Idempotency-Key` or `webhook-id` is answered with 202 ' +
            'and stores nothing new. With a signingSecret set, requests need a Standard Webhooks signature, and only the ' +
            'signed `webhook-id` makes a repetition.',
          params: Type.Object({ workflowId: Type.String() }),
          body: payload,
          response: answers,
        },
        // The service reads the body itself, from its bytes; the schema only describes it.
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        const { workflowId } = request.params;
        const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
        await webhooks.receive(
          { workflowId, requestId: request.id, address: request.ip, headers: request.headers, body },
          (rate) => setRateHeaders(reply, rate),
        );
        return answer(reply, 202, 'Webhook received');
      },
    );
  });
}

const SHORT_BODY = payloadRefused('the body is not as long as announced');

function toRefusal(error: unknown, maxBytes: number): WebhookRefusal | null {
  if (error instanceof WebhookRefusal) return error;
  // Refused before the route was reached.
  if (error instanceof DomainError && error.status === 400) return new WebhookRefusal(400, error.detail);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return payloadRefused(`the body is larger than ${maxBytes} bytes`);
  // What is left of the framework's refusals: a body shorter or longer than announced.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return SHORT_BODY;
  }
  return null;
}

function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ err: error, route: request.routeOptions.url }, 'webhook not stored');
  return answer(reply, 500, 'Internal Server Error');
}

function answer(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text);
}
