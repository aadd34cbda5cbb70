import { loadConfig } from '../../config.ts';
import { openStorage } from '../../infra/object-storage/open-storage.ts';
import { findS3Advice } from '../../infra/object-storage/s3-errors.ts';
import { copyObjects } from './copy-objects.ts';

const USAGE = `npm run storage:copy -- <from> <to>
Copies all files of one storage to another: file:///path or s3://bucket/prefix, either way. Run it again to go on
after a cut; what is there already is not sent twice. S3 is reached as in .env.example (S3_ENDPOINT, AWS_…).
Stop the service first, or run it once more after stopping: what is written meanwhile is not seen.`;

/** Ends with 0 when every object is there with its checksum, else with 1. */
async function main(): Promise<number> {
  const [from, to] = process.argv.slice(2);
  if (from === undefined || to === undefined) {
    console.error(USAGE);
    return 1;
  }
  const config = loadConfig();
  const open = (url: string) =>
    openStorage({
      ...{ url, endpoint: config.S3_ENDPOINT },
      ...{ encryption: config.S3_ENCRYPTION, kmsKeyId: config.S3_KMS_KEY_ID },
    });
  const [source, target] = [await open(from), await open(to)];
  await target.check();
  let told = 0;
  const report = await copyObjects({
    ...{ from: source, to: target },
    onProgress: ({ copied, present }) => {
      if (copied + present < told + 500) return;
      told = copied + present;
      console.log(`${told} files …`);
    },
  });
  const { copied, present, bytes, different } = report;
  console.log(`${copied} files copied (${bytes} bytes), ${present} were there, ${different.length} differ.`);
  for (const key of different) console.error(`differs: ${key}`);
  return different.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`Stopped: ${reason} ${findS3Advice(error) ?? ''}\nRun it again to go on.`);
  return 1;
});
