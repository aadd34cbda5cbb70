/**
 * Whether an error has this `code` (Node's system errors, PostgreSQL's SQLSTATE). Checks the property and not the class:
 * `instanceof Error` is false for an error of another realm.
 */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
