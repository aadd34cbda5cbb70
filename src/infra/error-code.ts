/**
 * Whether an error carries this `code` (Node's system errors, PostgreSQL's SQLSTATE). Asks for the property and not
 * for the class: an error may come from another realm, where `instanceof Error` is false.
 */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
