import { DomainError } from '../../errors.ts';
import { SandboxError } from '../../sandbox/sandbox-error.ts';
import { StampingError } from '../../stamping/types.ts';
import type { ProblemReport } from '../../stamping-pool/problem-report.ts';
import type { CompileResult } from '../../stamping-pool/stamping-tasks.ts';
import { TableError } from '../../tables/table-error.ts';

const LISTED_ERRORS = 100;
const LISTED_NAMES = 10;

/** An error of the stamping engine as an error of the API; null for any other. */
export function translateStampingError(error: unknown): DomainError | null {
  if (!(error instanceof StampingError)) return null;
  return new DomainError(error.code, error.message, { paths: error.paths, cause: error });
}

/** An error from reading a spreadsheet as an error of the API. Other errors are returned unchanged. */
export function translateTableError(error: unknown): unknown {
  if (error instanceof TableError) {
    const cell = [
      ...(error.row === undefined ? [] : [`row ${error.row}`]),
      ...(error.column === undefined ? [] : [`column ${error.column}`]),
    ].join(', ');
    return new DomainError(error.code, error.detail, {
      paths: [{ path: cell === '' ? 'file' : cell, message: error.detail }],
      cause: error,
    });
  }
  if (!(error instanceof SandboxError)) return error;
  if (error.isCausedByInput) {
    const detail = `The data file needs too much time or memory to read. ${error.message} Save the rows as CSV, or split the file.`;
    return new DomainError('TABLE_TOO_COMPLEX', detail, { cause: error });
  }
  return new DomainError(error.failure === 'busy' ? 'BUSY' : 'UNAVAILABLE', error.message, { cause: error });
}

/** The error of a job with invalid rows. Lists a bounded number of problems and the total. */
export function rowsInvalid(report: ProblemReport): DomainError {
  const { total, items } = report.errors;
  const listed = items.slice(0, LISTED_ERRORS);
  const [first] = listed;
  const example = first === undefined ? '' : ` Row ${first.row}, column "${first.column}": ${first.message}`;
  const more = total > listed.length ? ` The first ${listed.length} of ${total} problems are listed.` : '';
  return new DomainError(
    'ROWS_INVALID',
    `${report.failedRows} of ${report.rows} rows cannot be stamped, so no document was made.${example}${more} Fix the rows listed in \`errors\`, or send onError=skip to leave them out.`,
    {
      paths: listed.map(({ row, column, code, message }) => ({
        path: `row ${row}, column ${column}`,
        message: `${code}: ${message}`,
      })),
    },
  );
}

/** Rejects a job whose documents would all be empty. Throws TEMPLATE_HAS_NO_TARGETS, TABLE_NO_KNOWN_COLUMN. */
export function assertFillsSomething(
  { usage, targetCount, hasMappings }: CompileResult,
  columns: readonly string[],
): void {
  if (targetCount === 0) {
    throw new DomainError(
      'TEMPLATE_HAS_NO_TARGETS',
      'The template has nothing to fill. Upload a PDF with form fields, or save mappings with Page, X and Y.',
    );
  }
  if (usage.used.length === 0 && (usage.missing.length > 0 || !hasMappings)) {
    const wanted = hasMappings
      ? `the mappings use ${listNames(usage.missing)}`
      : 'the template has no field with any of these names';
    throw new DomainError(
      'TABLE_NO_KNOWN_COLUMN',
      `No column of the data file fills a field. The file has ${listNames(columns)}; ${wanted}.`,
    );
  }
}

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, LISTED_NAMES).map((name) => `"${name}"`);
  return names.length > listed.length
    ? `${listed.join(', ')} and ${names.length - listed.length} more`
    : listed.join(', ');
}
