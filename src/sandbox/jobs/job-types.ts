import type { TemplateInventory } from '../../stamping/types.ts';
import type { TableLimits } from '../../tables/types.ts';

export interface InspectInput {
  pdfPath: string;
  maxPages: number;
  /** Path of the PNG of page 1 that the job writes. */
  thumbnailPath: string;
  /** Pixels. */
  thumbnailWidth: number;
}

export interface InspectOutput {
  inventory: TemplateInventory;
  /** False if page 1 cannot be drawn. Such a template can still be filled. */
  hasThumbnail: boolean;
}

export interface RenderInput {
  pdfPath: string;
  /** From 1. */
  page: number;
  /** Pixels. */
  width: number;
  pngPath: string;
}

export interface SpoolInput {
  tablePath: string;
  /** Path of the row file that the job writes (`src/tables/row-file.ts`). */
  rowFilePath: string;
  batchRows: number;
  limits: TableLimits;
  /** After this number of rows the job reports the characters of these rows; 0 for never. */
  headRows: number;
}

/** Progress of `spool`: the header, the characters of the first rows, and the readable bytes of the row file. */
export type SpoolProgress = { columns: string[] } | { headCharacters: number[] } | { bytes: number };

export interface SpoolOutput {
  format: 'csv' | 'xlsx';
  columns: string[];
  rowCount: number;
  /** Code points of all values, for one font subset for all rows. */
  characters: number[];
}

/** Input, progress and output of each job. Plain data, which is sent between processes. */
export interface Jobs {
  inspect: { input: InspectInput; progress: never; output: InspectOutput };
  render: { input: RenderInput; progress: never; output: null };
  spool: { input: SpoolInput; progress: SpoolProgress; output: SpoolOutput };
}

export type JobName = keyof Jobs;
export type JobHandlers = {
  [Name in JobName]: (
    input: Jobs[Name]['input'],
    report: (progress: Jobs[Name]['progress']) => void,
  ) => Promise<Jobs[Name]['output']>;
};
