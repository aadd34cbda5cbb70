/** What an S3 server's refusals mean to us. Names: Amazon S3 API Reference, "Error responses". */

/** The code and HTTP status of an S3 error, or nulls for what is none (a refused connection, say). */
export function readS3Error(error: unknown): { name: string; status: number | null } {
  const { name, $metadata } = (error ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number } };
  return { name: name ?? '', status: $metadata?.httpStatusCode ?? null };
}

/** No object has the key. HEAD answers without a body, so its error has no code but the status. */
export function isMissing(error: unknown): boolean {
  const { name } = readS3Error(error);
  return name === 'NoSuchKey' || name === 'NotFound';
}

/** A write-once put met an object that was there before it. */
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
  NoSuchBucket: 'The bucket does not exist: create it, or name another one in STORAGE_URL.',
  InvalidAccessKeyId: 'The server does not know the access key: check AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'The secret key is wrong: check AWS_SECRET_ACCESS_KEY.',
  AccessDenied:
    'These credentials may not write to the bucket: allow them s3:PutObject, GetObject, DeleteObject and ListBucket.',
  PermanentRedirect: 'The bucket lies in another region: check AWS_REGION.',
  AuthorizationHeaderMalformed: 'The bucket lies in another region: check AWS_REGION.',
  CredentialsProviderError:
    'No credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another source the AWS SDK knows.',
  ExpiredToken: 'The session token has expired: get new credentials.',
  RequestTimeTooSkewed: 'The clock of this machine is wrong.',
};

/** What the operator can do about a refusal that will not pass by itself; null for all else. */
export function findS3Advice(error: unknown): string | null {
  const { name } = readS3Error(error);
  if (error instanceof Error && error.message.includes('Region is missing')) {
    return 'No region is set: set AWS_REGION (us-east-1 suits most servers that are not Amazon’s).';
  }
  return ADVICE[name] ?? null;
}
