import { DomainError } from '../../errors.ts';
import { StampingError } from '../../stamping/types.ts';

/** An error of the stamping engine as an error of the API; null for any other. */
export function translateStampingError(error: unknown): DomainError | null {
  if (!(error instanceof StampingError)) return null;
  return new DomainError(error.code, error.message, { paths: error.paths, cause: error });
}
