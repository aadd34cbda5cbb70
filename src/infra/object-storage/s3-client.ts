import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

/** A server that takes the connection and then says nothing is given up after this; the SDK then tries again. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 30_000;
const ATTEMPTS = 4;

/**
 * A client of an S3 server. Credentials, region and proxy come from the SDK's own chain (variables, files, the
 * machine's role). `endpoint`: a server that is not Amazon's; such servers have buckets in the path.
 */
export function createS3Client({ endpoint }: { endpoint?: string | undefined }): S3Client {
  const config: S3ClientConfig = {
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  };
  if (endpoint !== undefined) Object.assign(config, { endpoint, forcePathStyle: true });
  return new S3Client(config);
}
