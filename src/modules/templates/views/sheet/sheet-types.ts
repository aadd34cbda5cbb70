/** A value of the example row: how the stamp reads it, and what the cell holds so that it is read like that. */
export interface ExampleCell {
  text: string;
  /** Null for a blank cell. Dates are UTC. */
  value: string | number | Date | null;
}

/** The values a column takes. */
export interface Choices {
  texts: string[];
  /** Whether other values are refused; an editable field takes them. */
  strict: boolean;
}

/** One column of the sheet. Plain data: it goes to a thread. */
export interface SheetColumn {
  header: string;
  isRequired: boolean;
  /** What a reader of the header is told. */
  note: string;
  /** Number format code of the cells. */
  format: string;
  choices: Choices | null;
  /** Example values, the best first, a blank one last. */
  examples: ExampleCell[];
}

export interface SheetContent {
  columns: SheetColumn[];
  /** One value a column. */
  example: ExampleCell[];
}

export const BLANK: ExampleCell = { text: '', value: null };
