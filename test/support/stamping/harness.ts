import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { type Entry, fromBufferPromise } from 'yauzl';
import { notFound } from '../../../src/errors.ts';
import { systemClock } from '../../../src/infra/clock.ts';
import { createLimiter } from '../../../src/infra/limiter.ts';
import type { StampingService, StampRequest } from '../../../src/modules/stamping/stamping.service.ts';
import { createStampingService } from '../../../src/modules/stamping/stamping.service.ts';
import type { UsageRecord } from '../../../src/modules/usage/usage.service.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { PDFDocument, type PDFForm } from '../../../src/stamping/pdf/pdf-lib.ts';
import { createStampingPool } from '../../../src/stamping-pool/stamping-pool.ts';
import { DEFAULT_TABLE_LIMITS } from '../../../src/tables/types.ts';
import { afterFile } from '../runner/after-file.ts';

export const USER = {
  id: 7,
  publicId: 'usr_anna',
  email: 'anna@example.com',
  applicationRole: 'MEMBER',
} as const;
export const TEMPLATE_ID = 'tpl_form';

interface StampingHarness {
  service: StampingService;
  folder: string;
  usage: UsageRecord[];
  /** A stamp request for a spreadsheet with this content. */
  request(table: string | Uint8Array, extra?: Partial<StampRequest>): Promise<StampRequest>;
}

interface StampingOptions {
  pdf?: Uint8Array;
  /** The template's own naming pattern. */
  namingPattern?: string;
  /** The stored mappings. */
  json?: string;
  archiveBytes?: number;
  /** Reading a table does not end before this is fulfilled. */
  tableEnd?: Promise<void>;
}

type Parts = ReturnType<typeof openParts>;
let opened: Parts | undefined;
let lastVersion = 0;

/** Shared by the tests of a file, as by the requests of a service: starting them takes most of a second. */
function sharedParts(): Parts {
  opened ??= openParts();
  return opened;
}

function openParts() {
  const sandbox = createSandbox({
    processes: 1,
    maxQueue: 10,
    jobsPerProcess: 100,
    timeoutMs: 60_000,
    maxMemoryBytes: 512 * 1024 * 1024,
  });
  const stampingPool = createStampingPool({ threads: 2, timeoutMs: 60_000 });
  afterFile(async () => {
    opened = undefined;
    await stampingPool.close();
    await sandbox.close();
  });
  return { sandbox, stampingPool };
}

/** Runs a test with the stamping service on real worker threads and a real sandbox; the template and its file are given. */
export async function withStamping(
  options: StampingOptions,
  test: (harness: StampingHarness) => Promise<void>,
) {
  const { sandbox, stampingPool } = sharedParts();
  const folder = await mkdtemp(join(tmpdir(), 'stamping-'));
  const pdf = options.pdf ?? (await simpleForm());
  const usage: UsageRecord[] = [];
  const id = ++lastVersion;
  const service = createStampingService({
    templates: {
      getCurrent: async (_, publicId) => {
        if (publicId !== TEMPLATE_ID) throw notFound('Template');
        return {
          template: { publicId, namingPattern: options.namingPattern ?? null },
          version: { id, fileKey: `${id}.pdf`, fileSize: pdf.length, json: options.json ?? null },
          payingOrganizationId: null,
        };
      },
    },
    storage: { get: async () => pdf },
    sandbox: {
      run: async (...job) => {
        const output = await sandbox.run(...job);
        await options.tableEnd;
        return output;
      },
      warmUp: () => sandbox.warmUp(),
    },
    stampingPool,
    accounts: createLimiter({ concurrency: 2, maxQueue: 4, busy: () => new Error('busy') }),
    usage: {
      getQuota: async () => ({ subject: 'usr_anna', actionLimit: null, taken: 0 }),
      hold: async () => () => {},
      record: async (record) => {
        usage.push(record);
        return true;
      },
    },
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    limits: { table: DEFAULT_TABLE_LIMITS, archiveBytes: options.archiveBytes ?? 1e9 },
  });
  let requests = 0;
  const request: StampingHarness['request'] = async (table, extra = {}) => {
    requests += 1;
    const own = await mkdtemp(join(folder, `request-${requests}-`));
    const tablePath = join(own, 'upload');
    await writeFile(tablePath, table);
    const signal = new AbortController().signal;
    const base = { user: USER, templateId: TEMPLATE_ID, tablePath, folder: own, flatten: false, signal };
    return { ...base, onError: 'abort', ...extra };
  };
  try {
    await test({ service, folder, usage, request });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One page with the text fields Name, City and Zip (five characters at most). */
export function simpleForm(): Promise<Uint8Array> {
  return makeForm((form, add) => {
    add(form.createTextField('Name'));
    add(form.createTextField('City'));
    const zip = form.createTextField('Zip');
    zip.setMaxLength(5);
    add(zip);
  });
}

type Field = ReturnType<PDFForm['createTextField']> | ReturnType<PDFForm['createCheckBox']>;

export async function makeForm(
  build: (form: PDFForm, add: (field: Field) => void) => void,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 400]);
  let y = 350;
  build(pdf.getForm(), (field) => {
    field.addToPage(page, { x: 20, y, width: 200, height: 20 });
    y -= 30;
  });
  return pdf.save();
}

interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

/** The entries of a ZIP, each checked against its own size and checksum by the reader. */
export async function readArchive(archive: NodeJS.ReadableStream | Buffer): Promise<ArchiveEntry[]> {
  const bytes = Buffer.isBuffer(archive) ? archive : await buffer(archive);
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const read: ArchiveEntry[] = [];
  for (const entry of entries) {
    read.push({ name: entry.fileName, bytes: await buffer(await zip.openReadStreamPromise(entry)) });
  }
  return read;
}

/** The texts of a document's fields. */
export async function fieldsOf(pdf: Uint8Array): Promise<Record<string, string | undefined>> {
  const document = await PDFDocument.load(pdf);
  return Object.fromEntries(
    document
      .getForm()
      .getFields()
      .map((field) => [field.getName(), document.getForm().getTextField(field.getName()).getText()]),
  );
}
