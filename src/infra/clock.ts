/** The time, as a port: tests of expiry and windows bring their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** `YYYY-MM-DDTHH:MM:SS` in UTC without a zone. */
export function formatTimestamp(date: Date): string {
  return date.toISOString().slice(0, 19);
}
