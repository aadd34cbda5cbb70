/** A value of the example row: the text that a stamp reads, and the value of the cell that is displayed so. */
export interface ExampleCell {
  text: string;
  /** Null for a blank cell. Dates are UTC. */
  value: string | number | Date | null;
}

/** The allowed values of a column. */
export interface Choices {
  texts: string[];
  /** Whether other values are rejected. Editable fields accept them. */
  strict: boolean;
}

/** One column of the sheet. Plain data, because it is sent to a worker thread. */
export interface SheetColumn {
  header: string;
  isRequired: boolean;
  /** The note of the header cell. */
  note: string;
  /** Number format code of the cells. */
  format: string;
  choices: Choices | null;
  /** Example values: the best first, a blank one last. */
  examples: ExampleCell[];
}

export interface SheetContent {
  columns: SheetColumn[];
  /** One value per column. */
  example: ExampleCell[];
}

export const BLANK: ExampleCell = { text: '', value: null };
