import { DomainError } from '../../errors.ts';
import type { OpenedJob } from './threads/thread-messages.ts';

export interface UselessJobCheck {
  opened: OpenedJob;
  table: { columns: readonly string[]; rowCount: number };
  /** Static mappings alone may fill a template without any column. */
  hasMappings: boolean;
  /** The largest archive that is made. */
  archiveBytes: number;
}

/**
 * Refuses a job that would give empty forms, or an archive beyond all measure. Throws TEMPLATE_HAS_NO_TARGETS,
 * TABLE_NO_KNOWN_COLUMN, TABLE_TOO_LARGE.
 */
export function refuseUselessJob({ opened, table, hasMappings, archiveBytes }: UselessJobCheck): void {
  const { usage, targetCount, base } = opened;
  if (targetCount === 0) {
    throw new DomainError(
      'TEMPLATE_HAS_NO_TARGETS',
      'The template has nothing to fill. Upload a PDF with form fields, or save mappings with Page, X and Y.',
    );
  }
  if (usage.used.length === 0 && (usage.missing.length > 0 || !hasMappings)) {
    const wanted = hasMappings ? `the mappings take ${listNames(usage.missing)}` : 'no field has such a name';
    throw new DomainError(
      'TABLE_NO_KNOWN_COLUMN',
      `No column of the data file fills anything. It has ${listNames(table.columns)}; ${wanted}.`,
    );
  }
  if (base.compressed.byteLength * table.rowCount > archiveBytes) {
    throw new DomainError(
      'TABLE_TOO_LARGE',
      `${table.rowCount} documents of this template make an archive of more than ${archiveBytes} bytes; split the rows into several files.`,
    );
  }
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => `"${name}"`);
  return names.length > shown.length
    ? `${shown.join(', ')} and ${names.length - shown.length} more`
    : shown.join(', ');
}
