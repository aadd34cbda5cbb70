/** Senders wait seconds, not minutes. After that they get a 500 and may send the event again. */
const DEADLINE_MS = 3000;

/** Rejects if the database takes too long. Written without `Promise.race` and `finally` for speed. */
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
