/** A message to a thread: a task, which gets one response, or a notice, which gets none. */
export type ThreadRequest = { id: number; task: unknown } | { notice: unknown };

/** A message of a thread: `isReady` once, and one response for each task, in order. Errors are plain data. */
export type ThreadResponse =
  | { isReady: true }
  | { id: number; result: unknown }
  | { id: number; error: unknown };
