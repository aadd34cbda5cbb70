/**
 * Moments between two steps of which a kill could separate. Tests end the process there, to prove that the next start
 * goes on without loss or doubling.
 */
export const crashPoints = [
  'event-received',
  'event-committed',
  'run-started',
  'document-filled',
  'document-written',
  'document-recording',
  'document-recorded',
  'run-recording',
  'run-recorded',
  'mail-owing',
  'mail-owed',
  'mail-sending',
  'mail-sent',
  'mail-settled',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

let armed: { point: CrashPoint; passes: number } | null = null;

/**
 * From now on the process ends at `setting`, such as `document-written:3`: the third time it comes by that point, as
 * by `kill -9`. The settings take this under NODE_ENV=test alone (config.ts).
 */
export function armCrashPoint(setting: string): void {
  const [name, passes = '1'] = setting.split(':');
  const point = crashPoints.find((known) => known === name);
  if (point === undefined || !/^[1-9]\d{0,5}$/.test(passes)) {
    throw new Error(`CRASH_AT ${setting} is no crash point. Use one of ${crashPoints.join(', ')}, and :n.`);
  }
  armed = { point, passes: Number(passes) };
}

/** Does nothing, unless this point is armed. */
export function passCrashPoint(point: CrashPoint): void {
  if (armed === null || armed.point !== point) return;
  armed.passes -= 1;
  if (armed.passes === 0) process.kill(process.pid, 'SIGKILL');
}
