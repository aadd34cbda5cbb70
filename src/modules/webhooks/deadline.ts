/** A sender waits seconds, not minutes; then it gets a 500 and may try again. */
const DEADLINE_MS = 3000;

/** Rejects when the database needs too long. Without `Promise.race` and `finally`, because every event passes here. */
export function withDeadline<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database did not respond in time.')), DEADLINE_MS);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
