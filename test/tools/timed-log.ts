/** Prints lines with the seconds since the tool started. */
export function createTimedLog(): (line: string) => void {
  const started = performance.now();
  return (line) => console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}`);
}
