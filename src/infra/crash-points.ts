/**
 * Points between two steps that a kill could separate. Tests end the process there, to prove that the next start neither
 * loses nor repeats anything.
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
type CrashPoint = (typeof crashPoints)[number];

let armed: { point: CrashPoint; passes: number } | null = null;

/**
 * Ends the process as `kill -9` does at `setting`: `document-written:3` is the third pass of that point. The setting is
 * accepted with NODE_ENV=test only (config.ts).
 */
export function armCrashPoint(setting: string): void {
  const [name, passes = '1'] = setting.split(':');
  const point = crashPoints.find((known) => known === name);
  if (point === undefined || !/^[1-9]\d{0,5}$/.test(passes)) {
    throw new Error(
      `CRASH_AT ${setting} is not a crash point. Use one of ${crashPoints.join(', ')}, optionally with :n.`,
    );
  }
  armed = { point, passes: Number(passes) };
}

/** Does nothing, unless this point is armed. */
export function passCrashPoint(point: CrashPoint): void {
  if (armed === null || armed.point !== point) return;
  armed.passes -= 1;
  if (armed.passes === 0) process.kill(process.pid, 'SIGKILL');
}
