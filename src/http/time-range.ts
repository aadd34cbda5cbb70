import Type from 'typebox';
import { DomainError } from '../errors.ts';
import { calendarMessages, DATE_OR_INSTANT } from './calendar-patterns.ts';

const pattern = DATE_OR_INSTANT;

/** Query members that bound a list in time. Both ends count: `to` holds its whole second, a bare date its whole day. */
export const timeRangeQuery = {
  from: Type.Optional(Type.String({ pattern, description: 'UTC: YYYY-MM-DDTHH:MM:SS, or a date' })),
  to: Type.Optional(Type.String({ pattern, description: 'UTC: YYYY-MM-DDTHH:MM:SS, or a date; included' })),
};

/** Instants of a list: at or after `from`, before `before`. */
export interface TimeRange {
  from: Date | null;
  before: Date | null;
}

/** Reads `from` and `to`. Throws VALIDATION_FAILED for dates no calendar has. */
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

/** An instant, or the start of a date. Throws VALIDATION_FAILED, naming the member, for dates no calendar has. */
export function parseInstant(name: string, text: string): Date {
  const whole = text.includes('T') ? text : `${text}T00:00:00`;
  const instant = new Date(`${whole}Z`);
  // February 30 would roll over into March.
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 19) !== whole) {
    const message = String(calendarMessages[DATE_OR_INSTANT]);
    throw new DomainError('VALIDATION_FAILED', `${name} ${message}.`, { paths: [{ path: name, message }] });
  }
  return instant;
}

function lengthOf(text: string): number {
  return text.includes('T') ? 1000 : 24 * 60 * 60 * 1000;
}
