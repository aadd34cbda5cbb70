import { TableError } from '../table-error.ts';
import { isBlank } from '../text.ts';
import type { CsvDialect } from './records.ts';
import { CsvRecords } from './records.ts';

/** In the order that decides a tie: the rarer a character is in ordinary text, the earlier it stands. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
const SAMPLE_RECORDS = 100;

interface Candidate {
  delimiter: string;
  columns: number;
  /** Share of the sample's records that have as many values as the header. */
  consistency: number;
}

/**
 * Finds the delimiter from the beginning of the text, whose line ends are all `\n`. A delimiter must occur in the header outside quotes;
 * among those the one wins whose records are the most even, then the one with the most columns. A header without
 * any of them is a table of one column.
 */
export function detectDialect(sample: string, isWholeFile: boolean, maxCellLength: number): CsvDialect {
  const candidates = DELIMITERS.map((delimiter) =>
    rateDelimiter({ sample, isWholeFile, maxCellLength, dialect: { delimiter } }),
  ).filter((candidate) => candidate.columns > 1);
  let best: Candidate | undefined;
  for (const candidate of candidates) {
    if (best === undefined || isBetter(candidate, best)) best = candidate;
  }
  return { delimiter: best?.delimiter ?? '' };
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.consistency !== other.consistency) return one.consistency > other.consistency;
  return one.columns > other.columns;
}

interface RateInput {
  sample: string;
  isWholeFile: boolean;
  maxCellLength: number;
  dialect: CsvDialect;
}

function rateDelimiter({ sample, isWholeFile, maxCellLength, dialect }: RateInput): Candidate {
  const { delimiter } = dialect;
  const counts: number[] = [];
  let broken = false;
  try {
    const records = new CsvRecords(dialect, maxCellLength);
    const rows = records.push(sample);
    if (isWholeFile || rows.length === 0) rows.push(...records.end());
    for (const row of rows) {
      if (!row.cells.every(isBlank)) counts.push(row.cells.length);
      if (counts.length >= SAMPLE_RECORDS) break;
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    broken = true;
  }
  const columns = broken ? columnsOfFirstLine(sample, dialect) : (counts[0] ?? 0);
  const even = counts.filter((count) => count === columns).length;
  return { delimiter, columns, consistency: broken || counts.length === 0 ? 0 : even / counts.length };
}

/** With quotes that do not match no record can be told from the next; the header line still says something. */
function columnsOfFirstLine(sample: string, { delimiter }: CsvDialect): number {
  const [line = ''] = sample.replace(/"[^"]*"/g, '').split('\n', 1);
  return line.split(delimiter).length;
}
