const timestamp =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2}))?(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Milliseconds since 1970 of an ISO 8601 date or date-time; without a zone it is UTC, a date alone is its midnight.
 * Null for anything else, days that do not exist included.
 */
export function parseTimestamp(text: string): number | null {
  const match = timestamp.exec(text.trim());
  if (match === null) return null;
  const [, date = '', clock = '00:00', seconds = '00', fraction = '', zone = 'Z'] = match;
  const local = Date.parse(`${date}T${clock}:${seconds}Z`);
  // The parser takes the 30th of February for a day in March.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) return null;
  const sign = zone.startsWith('-') ? 1 : -1;
  const [hours = 0, minutes = 0] = (zone.match(/\d{2}/g) ?? []).map(Number);
  if (hours > 23 || minutes > 59) return null;
  return local + Math.trunc(Number(`0${fraction || '.0'}`) * 1000) + sign * (hours * 60 + minutes) * 60_000;
}
