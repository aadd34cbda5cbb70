import type { FieldMapping } from '../../../src/stamping/types.ts';
import type { PageSpec } from './form-builder.ts';

/** One picture: a form of one page and the row that fills it. */
export interface Fixture {
  /** The picture's file name without its ending. */
  name: string;
  page: PageSpec;
  row: Record<string, string>;
  mappings?: Record<string, string | FieldMapping>;
}
