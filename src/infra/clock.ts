/** The current time. Tests of expiry and time windows use their own clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** `YYYY-MM-DDTHH:MM:SS` in UTC without a zone. */
export function formatTimestamp(date: Date): string {
  return date.toISOString().slice(0, 19);
}
