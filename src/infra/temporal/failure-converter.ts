import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Converts messages and stack traces of failures to payloads, so that the codec encrypts them. Loaded by its path: by
 * workers, by clients and into the workflow bundle.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
