import { StampingError } from '../stamping/types.ts';
import { TableError } from '../tables/table-error.ts';

/** Errors lose their class when they pass between processes. These classes are restored. */
export type SerializedError =
  | { kind: 'stamping'; code: StampingError['code']; message: string; paths: StampingError['paths'] }
  | { kind: 'table'; code: TableError['code']; message: string; row?: number; column?: string }
  | { kind: 'other'; message: string };

export function serializeError(error: unknown): SerializedError {
  if (error instanceof StampingError) {
    return { kind: 'stamping', code: error.code, message: error.message, paths: error.paths };
  }
  if (error instanceof TableError) {
    const { code, message, row, column } = error;
    return {
      kind: 'table',
      code,
      message,
      ...(row === undefined ? {} : { row }),
      ...(column === undefined ? {} : { column }),
    };
  }
  return { kind: 'other', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function deserializeError(error: SerializedError): Error {
  if (error.kind === 'stamping') return new StampingError(error.code, error.message, error.paths);
  if (error.kind === 'table') return new TableError(error.code, error.message, error);
  return new Error(error.message);
}
