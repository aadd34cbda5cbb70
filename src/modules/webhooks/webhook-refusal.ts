/** Statuses a webhook POST is refused with. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 429;

/**
 * A webhook POST that is not accepted. Its response is plain text, unlike every other error of the API; `text` is the body.
 */
export class WebhookRefusal extends Error {
  readonly status: RefusalStatus;
  readonly text: string;
  /** When to come back, for 429. */
  readonly retryAfterSeconds: number | null;

  constructor(status: RefusalStatus, text: string, retryAfterSeconds: number | null = null) {
    super(text);
    this.name = 'WebhookRefusal';
    this.status = status;
    this.text = text;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const workflowNotFound = () => new WebhookRefusal(404, 'Workflow not found!');
export const workflowDisabled = () => new WebhookRefusal(403, 'Workflow is disabled');
export const invalidJson = () => new WebhookRefusal(400, 'Invalid JSON payload');
export const payloadRefused = (details: string) =>
  new WebhookRefusal(400, `Payload validation failed: ${details}`);
export const schemaRefused = (details: string) =>
  new WebhookRefusal(400, `Invalid schema or payload: ${details}`);
export const keyRejected = (details: string) =>
  new WebhookRefusal(400, `Invalid idempotency key: ${details}`);
export const signatureRefused = (details: string) => new WebhookRefusal(401, `Invalid signature: ${details}`);
export const tooManyWebhooks = (retryAfterSeconds: number) =>
  new WebhookRefusal(429, 'Too Many Requests', retryAfterSeconds);
