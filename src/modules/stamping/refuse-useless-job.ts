import { DomainError } from '../../errors.ts';
import type { CompileResult } from '../../stamping-pool/worker-messages.ts';

/** Refuses a job that would give empty forms. Throws TEMPLATE_HAS_NO_TARGETS, TABLE_NO_KNOWN_COLUMN. */
export function refuseUselessJob(
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
    const wanted = hasMappings ? `the mappings take ${listNames(usage.missing)}` : 'no field has such a name';
    throw new DomainError(
      'TABLE_NO_KNOWN_COLUMN',
      `No column of the data file fills anything. It has ${listNames(columns)}; ${wanted}.`,
    );
  }
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => `"${name}"`);
  return names.length > shown.length
    ? `${shown.join(', ')} and ${names.length - shown.length} more`
    : shown.join(', ');
}
