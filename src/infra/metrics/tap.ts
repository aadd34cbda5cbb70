/** The same function; `effect` sees each call that succeeded, with what it gave. For counting at the seams of parts. */
export function tap<Args extends unknown[], Result>(
  run: (...args: Args) => Promise<Result>,
  effect: (result: Result, ...args: Args) => void,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    const result = await run(...args);
    effect(result, ...args);
    return result;
  };
}
