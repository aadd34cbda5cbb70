import type { Payload } from '../payload.ts';

/** A schema, and the payload to check against it unless only the schema is in doubt. */
export interface SchemaQuestion {
  /** Names the schema's text for good, such as a graph version's id. */
  key: string;
  schema: string;
  payload?: Payload;
}
