import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { type Child, startChild } from '../../../src/dev/child.ts';
import { findFreePort } from '../../../src/dev/free-port.ts';
import { until } from '../until.ts';

export const S3_KEYS = { accessKeyId: 'stamping', secretAccessKey: 'a secret of the tests' };

/** Where a bucket is; its keys are `S3_KEYS`. */
export interface BucketInfo {
  endpoint: string;
  bucket: string;
}

export interface S3Server {
  readonly pid: number;
  createBucket(): Promise<BucketInfo>;
  stop(): Promise<void>;
}

/** Starts SeaweedFS with its S3 interface, its data in `folder`, on free loopback ports. Signatures are checked. */
export async function startS3Server(options: { program: string; folder: string }): Promise<S3Server> {
  const { program, folder } = options;
  const data = path.join(folder, 'data');
  await mkdir(data, { recursive: true });
  const identities = path.join(folder, 'identities.json');
  const { accessKeyId, secretAccessKey } = S3_KEYS;
  await writeFile(
    identities,
    JSON.stringify({
      identities: [
        {
          name: 'stamping',
          credentials: [{ accessKey: accessKeyId, secretKey: secretAccessKey }],
          actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
        },
      ],
    }),
  );
  const said: string[] = [];
  const ports = await freePorts();
  const child: Child = await startChild({
    command: program,
    args: [
      ...['server', '-s3', `-s3.config=${identities}`, `-dir=${data}`],
      ...['-ip=127.0.0.1', '-ip.bind=127.0.0.1', `-master.port=${ports[0]}`, `-volume.port=${ports[1]}`],
      ...[
        `-filer.port=${ports[2]}`,
        `-s3.port=${ports[3]}`,
        // Every bucket takes seven volumes at its first object; they are as large as their contents.
        '-volume.max=200',
        '-master.volumeSizeLimitMB=64',
      ],
      ...['-volume.preStopSeconds=0', '-master.telemetry=false', '-s3.autoCreateBucket=false'],
      // Interfaces that no test uses, on ports that other programs use.
      ...['-s3.port.iceberg=0', '-s3.port.lance=0'],
    ],
    env: { HOME: folder },
    cwd: folder,
    // Its folder is thrown away, and ending in good order takes it ten seconds.
    stopSignal: 'SIGKILL',
    onLine: (line) => void (said.push(line) > 30 && said.shift()),
  });
  const endpoint = `http://127.0.0.1:${ports[3]}`;
  let ended: string | null = null;
  void child.exited.then((how) => {
    ended = how;
  });
  await until(async () => {
    if (ended !== null) throw new Error(`The S3 server did not start (${ended}):\n${said.join('\n')}`);
    return (await fetch(`${endpoint}/healthz`).catch(() => null))?.ok === true;
  });
  let count = 0;
  return {
    pid: child.pid,
    async createBucket() {
      count += 1;
      const bucket = `bucket-${count}`;
      const client = connectS3({ endpoint });
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      client.destroy();
      return { endpoint, bucket };
    },
    stop: () => child.stop(),
  };
}

/** A client that gives up on a silent server soon. */
export function connectS3({ endpoint, credentials = S3_KEYS }: S3Address): S3Client {
  const requestHandler = { requestTimeout: 2_000, throwOnRequestTimeout: true };
  return new S3Client({ endpoint, credentials, requestHandler, forcePathStyle: true, region: 'us-east-1' });
}

interface S3Address {
  endpoint: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** Each of its ports has a gRPC twin 10,000 higher, so only low ones will do. */
async function freePorts(): Promise<number[]> {
  const ports: number[] = [];
  for (let port = 20_000 + (process.pid % 20_000); ports.length < 4; port += 7) {
    const both = (await findFreePort(port)) === port && (await findFreePort(port + 10_000)) === port + 10_000;
    if (both) ports.push(port);
  }
  return ports;
}
