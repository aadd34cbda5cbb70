/** Statuses of rejected webhook requests. */
type RejectionStatus = 400 | 401 | 403 | 404 | 429;

/**
 * A webhook request that is not accepted. Its response is plain text, unlike all other errors of the API; `text` is the
 * body.
 */
export class WebhookRejection extends Error {
  readonly status: RejectionStatus;
  readonly text: string;
  /** `Retry-After` of a 429. */
  readonly retryAfterSeconds: number | null;

  constructor(status: RejectionStatus, text: string, retryAfterSeconds: number | null = null) {
    super(text);
    this.name = 'WebhookRejection';
    this.status = status;
    this.text = text;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const workflowNotFound = () => new WebhookRejection(404, 'Workflow not found!');
export const workflowDisabled = () => new WebhookRejection(403, 'Workflow is disabled');
export const invalidJson = () => new WebhookRejection(400, 'Invalid JSON payload');
export const payloadRejected = (details: string) =>
  new WebhookRejection(400, `Payload validation failed: ${details}`);
export const schemaRejected = (details: string) =>
  new WebhookRejection(400, `Invalid schema or payload: ${details}`);
export const keyRejected = (details: string) =>
  new WebhookRejection(400, `Invalid idempotency key: ${details}`);
export const signatureRejected = (details: string) =>
  new WebhookRejection(401, `Invalid signature: ${details}`);
export const tooManyWebhooks = (retryAfterSeconds: number) =>
  new WebhookRejection(429, 'Too Many Requests', retryAfterSeconds);
