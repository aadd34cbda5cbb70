import { DomainError } from '../../errors.ts';
import { SandboxError } from '../../sandbox/sandbox-error.ts';
import { TableError } from '../../tables/table-error.ts';

/** What the reading of a user's spreadsheet failed with, as the service says it; anything else is given back as it is. */
export function toTableRefusal(error: unknown): unknown {
  if (error instanceof TableError) {
    const place = [
      ...(error.row === undefined ? [] : [`row ${error.row}`]),
      ...(error.column === undefined ? [] : [`column ${error.column}`]),
    ].join(', ');
    return new DomainError(error.code, error.detail, {
      paths: [{ path: place === '' ? 'file' : place, message: error.detail }],
      cause: error,
    });
  }
  if (!(error instanceof SandboxError)) return error;
  if (error.isCausedByInput) {
    const detail = `The data file needs too much time or memory to read. ${error.message} Save the rows as CSV, or split them.`;
    return new DomainError('TABLE_TOO_COMPLEX', detail, { cause: error });
  }
  return new DomainError(error.failure === 'busy' ? 'BUSY' : 'UNAVAILABLE', error.message, { cause: error });
}
