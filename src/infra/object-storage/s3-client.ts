import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

/** Timeouts in milliseconds, after which the SDK retries. */
const CONNECT_MS = 5_000;
const RESPONSE_MS = 30_000;
const ATTEMPTS = 4;

/**
 * A client of an S3 server. Credentials, region and proxy come from the SDK's own chain (variables, files, the
 * machine's role). `endpoint`: a server other than Amazon's; buckets are then in the path.
 */
export function createS3Client({ endpoint }: { endpoint?: string | undefined }): S3Client {
  const config: S3ClientConfig = {
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: RESPONSE_MS,
      throwOnRequestTimeout: true,
    },
  };
  if (endpoint !== undefined) Object.assign(config, { endpoint, forcePathStyle: true });
  return new S3Client(config);
}
