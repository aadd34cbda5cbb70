/** The same function; `effect` gets the result of each successful call, for example to count it. */
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
