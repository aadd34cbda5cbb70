import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Messages and stack traces of failures as payloads, so that the codec encrypts them. Loaded by path: by the worker,
 * by clients, and into the bundle of workflow code.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
