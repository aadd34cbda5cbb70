import type { TemplateInventory } from '../../stamping/types.ts';
import type { TableLimits } from '../../tables/types.ts';

export interface InspectInput {
  pdfPath: string;
  maxPages: number;
  /** Where the PNG of page 1 goes. */
  thumbnailPath: string;
  /** Pixels. */
  thumbnailWidth: number;
}

export interface InspectOutput {
  inventory: TemplateInventory;
  /** False when the page could not be drawn, which does not keep the template from being filled. */
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
  /** Where the rows go (`src/tables/row-file.ts`). */
  rowFilePath: string;
  batchRows: number;
  limits: TableLimits;
  /** After so many rows the characters met so far are told; 0 never. */
  headRows: number;
}

/** How far a spreadsheet has been read: first its header, once its first rows, and what can be read of the row file. */
export type SpoolProgress = { columns: string[] } | { headCharacters: number[] } | { bytes: number };

export interface SpoolOutput {
  format: 'csv' | 'xlsx';
  columns: string[];
  rowCount: number;
  /** Code points of all values together, for one font subset that serves every row. */
  characters: number[];
}

/** Every job: what it is given, what it tells meanwhile, what it answers. Plain data that crosses a process boundary. */
export interface Jobs {
  inspect: { input: InspectInput; progress: never; output: InspectOutput };
  render: { input: RenderInput; progress: never; output: null };
  spool: { input: SpoolInput; progress: SpoolProgress; output: SpoolOutput };
}

export type JobName = keyof Jobs;
export type JobHandlers = {
  [Name in JobName]: (
    input: Jobs[Name]['input'],
    tell: (progress: Jobs[Name]['progress']) => void,
  ) => Promise<Jobs[Name]['output']>;
};
