import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { eventOf, fieldTexts, textsOf } from './fixture.ts';
import type { SentEvent } from './sender.ts';

/** The state after all work has ended. If `problems` is empty, nothing was lost, duplicated or wrong. */
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
  runs: { id: number; status: string; error: string | null; isStarted: boolean }[];
  documents: { publicId: string; storageKey: string; counted: number }[];
}

interface CheckOptions {
  events: readonly SentEvent[];
  database: pg.Pool;
  /** The folder with the files of the documents. */
  documentsFolder: string;
}

/**
 * Compares the responses that senders got with the stored data. An accepted event has exactly one row, one finished run,
 * one document with the expected values and one usage entry. An event without a 202 has them once or not at all. Nothing
 * else is stored.
 */
export async function checkEvents({ events, database, documentsFolder }: CheckOptions): Promise<Findings> {
  const problems: string[] = [];
  const { rows } = await database.query<StoredEvent>(STORED);
  const bySeq = Map.groupBy(rows, ({ seq }) => seq);
  for (const { seq, outcome } of events) {
    const stored = bySeq.get(seq) ?? [];
    if (outcome === 'accepted' && stored.length === 0) problems.push(`${seq}: accepted, but lost`);
    if (stored.length > 1) problems.push(`${seq}: ${stored.length} events`);
  }
  const known = new Set(events.map(({ seq }) => seq));
  for (const event of rows) {
    if (!known.has(event.seq)) problems.push(`${event.seq}: an event that was not sent`);
    problems.push(...(await problemsOf(event, documentsFolder)).map((problem) => `${event.seq}: ${problem}`));
  }
  problems.push(...(await findOrphans({ rows, database, documentsFolder })));
  const documents = rows.flatMap((event) => event.documents);
  return {
    sent: events.length,
    accepted: events.filter(({ outcome }) => outcome === 'accepted').length,
    events: rows.length,
    finishedRuns: rows.flatMap(({ runs }) => runs).filter(({ status }) => status === 'COMPLETED').length,
    documents: documents.length,
    counts: documents.reduce((sum, { counted }) => sum + counted, 0),
    problems,
  };
}

/** Whether all work has ended. */
export async function isIdle(database: pg.Pool): Promise<boolean> {
  return (await countOpen(database)) === 0;
}

/** Number of unfinished runs and unsent mails. */
export async function countOpen(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ open: number }>(`
    select (select count(*) from run where ended_at is null)::int
         + (select count(*) from outgoing_mail where next_attempt_at is not null)::int as open`);
  return rows[0]?.open ?? 0;
}

async function problemsOf(event: StoredEvent, documentsFolder: string): Promise<string[]> {
  const { runs, documents } = event;
  const [run] = runs;
  const [document] = documents;
  const problems: string[] = [];
  if (runs.length !== 1) problems.push(`${runs.length} runs`);
  if (run?.isStarted === false) problems.push('the run was not started');
  if (run?.status !== 'COMPLETED') problems.push(`the run is ${run?.status} (${run?.error})`);
  if (documents.length !== 1) problems.push(`${documents.length} documents`);
  if (document === undefined) return problems;
  if (document.counted !== 1) problems.push(`counted ${document.counted} times`);
  const expected = JSON.stringify(textsOf(eventOf(event.seq)));
  try {
    const bytes = await readFile(path.join(documentsFolder, path.basename(document.storageKey)));
    const found = JSON.stringify(await fieldTexts(bytes));
    if (found !== expected) problems.push(`the document contains ${found}`);
  } catch (error) {
    problems.push(`the document cannot be read (${error instanceof Error ? error.message : error})`);
  }
  return problems;
}

async function findOrphans(options: {
  rows: readonly StoredEvent[];
  database: pg.Pool;
  documentsFolder: string;
}): Promise<string[]> {
  const { rows, database, documentsFolder } = options;
  const referenced = new Set(
    rows.flatMap(({ documents }) => documents.map(({ storageKey }) => path.basename(storageKey))),
  );
  const files = await readdir(documentsFolder);
  const entries = await database.query<{ source: string }>(
    // Bulk stamps (job_…) are counted without a document.
    `select source from usage_entry where source not like 'job\\_%' and source not in (select public_id from document)`,
  );
  return [
    ...files.filter((file) => !referenced.has(file)).map((file) => `${file}: a file without a document`),
    ...entries.rows.map(({ source }) => `${source}: counted without a document`),
  ];
}

const STORED = `
  select (e.payload::json ->> 'seq')::int as seq,
    (select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'error', r.error,
       'isStarted', r.dispatch is not distinct from 'STARTED')), '[]')
     from run r where r.event_id = e.id) as runs,
    (select coalesce(json_agg(json_build_object('publicId', d.public_id, 'storageKey', d.storage_key,
       'counted', (select coalesce(sum(u.actions), 0) from usage_entry u where u.source = d.public_id))), '[]')
     from run r join document d on d.run_id = r.id where r.event_id = e.id) as documents
  from webhook_event e order by e.id`;
