import { loadConfig } from '../../config.ts';
import { openStorage } from '../../infra/object-storage/open-storage.ts';
import { findS3Advice } from '../../infra/object-storage/s3-errors.ts';
import { copyObjects } from './copy-objects.ts';

const USAGE = `Usage: npm run storage:copy -- <from> <to>
Copies all files of one storage to another. Each is file:///path or s3://bucket/prefix. For S3, set S3_ENDPOINT and
AWS_… as in .env.example. An interrupted copy resumes when you run the command again. Files that the service writes
during the copy may be missing: stop the service first, or run the command again after you stopped it.`;

/** Exit codes: 0 when every copy has the checksum of its original, else 1; 2 for a wrong command line. */
async function main(): Promise<number> {
  const [from, to] = process.argv.slice(2);
  if (from === undefined || to === undefined) {
    console.error(USAGE);
    return 2;
  }
  const config = loadConfig();
  const open = (url: string) =>
    openStorage({
      url,
      endpoint: config.S3_ENDPOINT,
      encryption: config.S3_ENCRYPTION,
      kmsKeyId: config.S3_KMS_KEY_ID,
    });
  const [source, target] = [await open(from), await open(to)];
  await target.check();
  let reported = 0;
  const report = await copyObjects({
    from: source,
    to: target,
    onProgress: ({ copied, present }) => {
      if (copied + present < reported + 500) return;
      reported = copied + present;
      console.log(`${reported} files …`);
    },
  });
  const { copied, present, bytes, different } = report;
  console.log(
    `${copied} files copied (${bytes} bytes), ${present} already there, ${different.length} with a wrong checksum.`,
  );
  for (const key of different) console.error(`wrong checksum: ${key}`);
  return different.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`The copy stopped: ${reason} ${findS3Advice(error) ?? ''}\nRun the command again to resume.`);
  return 1;
});
