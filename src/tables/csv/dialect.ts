import { TableError } from '../table-error.ts';
import { isBlank } from '../text.ts';
import type { CsvDialect } from './records.ts';
import { CsvRecords } from './records.ts';

/** The first one wins a tie. Characters that are rare in ordinary text come first. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
const SAMPLE_RECORDS = 100;

interface Candidate {
  delimiter: string;
  columns: number;
  /** The share of records with as many values as the header. */
  consistency: number;
}

/**
 * Detects the delimiter from the beginning of the text, whose line ends are all `\n`. A delimiter must occur in the
 * header outside quotes. The one with the highest consistency wins, then the one with the most columns. If none occurs,
 * the table has one column and the delimiter is ''.
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

/** For text with unbalanced quotes, which cannot be split into records. */
function columnsOfFirstLine(sample: string, { delimiter }: CsvDialect): number {
  const [line = ''] = sample.replace(/"[^"]*"/g, '').split('\n', 1);
  return line.split(delimiter).length;
}
