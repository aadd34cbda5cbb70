import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { eventOf, fieldTexts, textsOf } from './fixture.ts';
import type { Sent } from './sender.ts';

/** What was found once all is quiet. Empty `problems`: nothing was lost and nothing doubled. */
export interface Findings {
  sent: number;
  accepted: number;
  events: number;
  finishedRuns: number;
  documents: number;
  counts: number;
  problems: string[];
}

interface StoredEvent {
  seq: number;
  dispatch: string;
  runs: { id: number; status: string; error: string | null }[];
  documents: { publicId: string; storageKey: string; counted: number }[];
}

export interface CheckOptions {
  sentEvents: readonly Sent[];
  database: pg.Pool;
  /** The folder that holds the documents' files. */
  documentsFolder: string;
}

/**
 * Compares what senders were told with what there is. Every 202 has exactly one event, one finished run, one document
 * with the right values and one count; what was answered otherwise has them once or not at all; nothing else is there.
 */
export async function checkSentEvents({
  sentEvents,
  database,
  documentsFolder,
}: CheckOptions): Promise<Findings> {
  const problems: string[] = [];
  const { rows } = await database.query<StoredEvent>(STORED);
  const bySeq = Map.groupBy(rows, ({ seq }) => seq);
  for (const { seq, outcome } of sentEvents) {
    const stored = bySeq.get(seq) ?? [];
    if (outcome === 'accepted' && stored.length === 0) problems.push(`${seq}: accepted and lost`);
    if (stored.length > 1) problems.push(`${seq}: ${stored.length} events`);
  }
  const known = new Set(sentEvents.map(({ seq }) => seq));
  for (const event of rows) {
    if (!known.has(event.seq)) problems.push(`${event.seq}: an event nobody sent`);
    problems.push(...(await faultsOf(event, documentsFolder)).map((fault) => `${event.seq}: ${fault}`));
  }
  problems.push(...(await findOrphans({ rows, database, documentsFolder })));
  const documents = rows.flatMap((event) => event.documents);
  return {
    sent: sentEvents.length,
    accepted: sentEvents.filter(({ outcome }) => outcome === 'accepted').length,
    events: rows.length,
    finishedRuns: rows.flatMap(({ runs }) => runs).filter(({ status }) => status === 'COMPLETED').length,
    documents: documents.length,
    counts: documents.reduce((sum, { counted }) => sum + counted, 0),
    problems,
  };
}

/** Whether every run has ended, and no event waits for one and no mail for being sent. */
export async function isQuiet(database: pg.Pool): Promise<boolean> {
  return (await countOpen(database)) === 0;
}

/** Runs that have not ended, events that wait for one, and mails that wait for being sent. */
export async function countOpen(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ open: number }>(`
    select (select count(*) from run where ended_at is null)::int
         + (select count(*) from webhook_event where dispatch = 'PENDING')::int
         + (select count(*) from outgoing_mail where next_attempt_at is not null)::int as open`);
  return rows[0]?.open ?? 0;
}

async function faultsOf(event: StoredEvent, documentsFolder: string): Promise<string[]> {
  const { runs, documents, dispatch } = event;
  const [run] = runs;
  const [document] = documents;
  const faults: string[] = [];
  if (dispatch !== 'STARTED') faults.push(`its event is ${dispatch}`);
  if (runs.length !== 1) faults.push(`${runs.length} runs`);
  if (run?.status !== 'COMPLETED') faults.push(`its run is ${run?.status} (${run?.error})`);
  if (documents.length !== 1) faults.push(`${documents.length} documents`);
  if (document === undefined) return faults;
  if (document.counted !== 1) faults.push(`counted ${document.counted} times`);
  const wanted = JSON.stringify(textsOf(eventOf(event.seq)));
  try {
    const bytes = await readFile(path.join(documentsFolder, path.basename(document.storageKey)));
    const found = JSON.stringify(await fieldTexts(bytes));
    if (found !== wanted) faults.push(`its document says ${found}`);
  } catch (error) {
    faults.push(`its document cannot be read (${error instanceof Error ? error.message : error})`);
  }
  return faults;
}

async function findOrphans(options: {
  rows: readonly StoredEvent[];
  database: pg.Pool;
  documentsFolder: string;
}): Promise<string[]> {
  const { rows, database, documentsFolder } = options;
  const named = new Set(
    rows.flatMap(({ documents }) => documents.map(({ storageKey }) => path.basename(storageKey))),
  );
  const files = await readdir(documentsFolder);
  const entries = await database.query<{ source: string }>(
    // What a bulk stamp counts has no document of its own.
    `select source from usage_entry where source not like 'job\\_%' and source not in (select public_id from document)`,
  );
  return [
    ...files.filter((file) => !named.has(file)).map((file) => `${file}: a file without a document`),
    ...entries.rows.map(({ source }) => `${source}: counted without a document`),
  ];
}

const STORED = `
  select (e.payload::json ->> 'seq')::int as seq, e.dispatch,
    (select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'error', r.error)), '[]')
     from run r where r.event_id = e.id) as runs,
    (select coalesce(json_agg(json_build_object('publicId', d.public_id, 'storageKey', d.storage_key,
       'counted', (select coalesce(sum(u.actions), 0) from usage_entry u where u.source = d.public_id))), '[]')
     from run r join document d on d.run_id = r.id where r.event_id = e.id) as documents
  from webhook_event e order by e.id`;
