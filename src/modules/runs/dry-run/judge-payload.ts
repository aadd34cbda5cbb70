import { createHash } from 'node:crypto';
import { DomainError } from '../../../errors.ts';
import type { CheckSchema } from '../../webhooks/schema/schema-check.ts';
import { createSchemaGate } from '../../webhooks/schema-gate.ts';
import { readTriggerSettings } from '../../webhooks/trigger-settings.ts';
import { WebhookRejection } from '../../webhooks/webhook-rejection.ts';

/** Throws VALIDATION_FAILED, with the text of the webhook, for a payload that the trigger of a graph would reject. */
export type JudgePayload = (given: { ownerId: number; stepsJson: string; payload: string }) => Promise<void>;

export function createJudgePayload(checkSchema: CheckSchema): JudgePayload {
  const check = createSchemaGate(checkSchema);
  return async ({ ownerId, stepsJson, payload }) => {
    const trigger = readTriggerSettings(stepsJson);
    // A graph that is not saved has no id of its own.
    const graphVersionId = createHash('sha256')
      .update(trigger.schema ?? '')
      .digest('base64');
    try {
      await check({ trigger, ownerId: String(ownerId), graphVersionId }, { text: payload });
    } catch (error) {
      if (!(error instanceof WebhookRejection)) throw error;
      if (error.status === 429)
        throw new DomainError('BUSY', 'Checks against this schema keep taking too long; wait a minute.');
      const paths = [{ path: 'payload', message: error.text }];
      throw new DomainError('VALIDATION_FAILED', `${error.text}.`, { paths, cause: error });
    }
  };
}
