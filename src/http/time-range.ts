import Type from 'typebox';
import { DomainError } from '../errors.ts';
import { calendarMessages, DATE_OR_INSTANT } from './calendar-patterns.ts';

const pattern = DATE_OR_INSTANT;

/** The query members of a time range. Both ends are included: `to` means the end of its second, or of its day for a date. */
export const timeRangeQuery = {
  from: Type.Optional(Type.String({ pattern, description: 'UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD' })),
  to: Type.Optional(
    Type.String({ pattern, description: 'UTC: YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD, inclusive' }),
  ),
};

/** At or after `from`, before `before`; null is unbounded. */
interface TimeRange {
  from: Date | null;
  before: Date | null;
}

/** Parses `from` and `to`. Throws VALIDATION_FAILED for a date that does not exist. */
export function parseTimeRange({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): TimeRange {
  return {
    from: from === undefined ? null : parseInstant('from', from),
    before: to === undefined ? null : new Date(parseInstant('to', to).getTime() + lengthOf(to)),
  };
}

/** Parses an instant, or the start of a date. Throws VALIDATION_FAILED for member `name` when the date does not exist. */
export function parseInstant(name: string, text: string): Date {
  const whole = text.includes('T') ? text : `${text}T00:00:00`;
  const instant = new Date(`${whole}Z`);
  // `Date` would turn February 30 into a day of March.
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 19) !== whole) {
    const message = String(calendarMessages[DATE_OR_INSTANT]);
    throw new DomainError('VALIDATION_FAILED', `${name} ${message}.`, { paths: [{ path: name, message }] });
  }
  return instant;
}

function lengthOf(text: string): number {
  return text.includes('T') ? 1000 : 24 * 60 * 60 * 1000;
}
