import { DomainError } from '../../errors.ts';
import { checkShape } from '../../http/json-body.ts';
import { decodeUtf8 } from '../../infra/utf8.ts';
import { invalidJson, payloadRejected } from './webhook-rejection.ts';

/** JSON as text and as a value, so that it is parsed once. */
export interface Payload {
  text: string;
  value: unknown;
}

/**
 * Parses the body of a webhook, whatever its content type: strict UTF-8, and a JSON object within the limits of depth
 * and members. Throws WebhookRejection.
 */
export function readPayload(body: Uint8Array): Payload {
  const text = decodeUtf8(body);
  if (text === null) throw invalidJson();
  checkLimits(text);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw payloadRejected(`the body must be a JSON object, not ${nameOf(value)}`);
  }
  return { text, value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson();
  }
}

function checkLimits(text: string): void {
  try {
    checkShape(text);
  } catch (error) {
    throw error instanceof DomainError ? payloadRejected(error.detail) : error;
  }
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
