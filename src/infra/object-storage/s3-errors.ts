/** Errors of S3 servers. Names: Amazon S3 API Reference, "Error responses". */

/** The code and HTTP status of an S3 error; empty and null for other errors, such as a refused connection. */
function readS3Error(error: unknown): { name: string; status: number | null } {
  const { name, $metadata } = (error ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number } };
  return { name: name ?? '', status: $metadata?.httpStatusCode ?? null };
}

/** No object has the key. The response to HEAD has no body, so its error has no code but the status. */
export function isMissing(error: unknown): boolean {
  const { name } = readS3Error(error);
  return name === 'NoSuchKey' || name === 'NotFound';
}

/** A write-once put found an existing object. */
export function isTaken(error: unknown): boolean {
  const { name, status } = readS3Error(error);
  return name === 'PreconditionFailed' || status === 412;
}

/** Two write-once puts at the same moment: the server asks one of them to try again. */
export function isConflict(error: unknown): boolean {
  const { name, status } = readS3Error(error);
  return name === 'ConditionalRequestConflict' || status === 409;
}

const ADVICE: Readonly<Record<string, string>> = {
  NoSuchBucket: 'The bucket does not exist: create it, or set a different one in STORAGE_URL.',
  InvalidAccessKeyId: 'The access key is unknown: check AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'The secret key is wrong: check AWS_SECRET_ACCESS_KEY.',
  AccessDenied:
    'These credentials may not write to the bucket: allow them s3:PutObject, GetObject, DeleteObject and ListBucket.',
  PermanentRedirect: 'The bucket is in another region: check AWS_REGION.',
  AuthorizationHeaderMalformed: 'The bucket is in another region: check AWS_REGION.',
  CredentialsProviderError:
    'No credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another source of the AWS SDK.',
  ExpiredToken: 'The session token has expired: get new credentials.',
  RequestTimeTooSkewed: 'The clock of this machine is wrong.',
};

/** How an operator can fix a permanent error; null for all other errors. */
export function findS3Advice(error: unknown): string | null {
  const { name } = readS3Error(error);
  if (error instanceof Error && error.message.includes('Region is missing')) {
    return 'No region is set: set AWS_REGION (us-east-1 works for most servers other than Amazon’s).';
  }
  return ADVICE[name] ?? null;
}
