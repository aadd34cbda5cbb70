/**
 * Adds the code points of a row's values to a set, so that one font subset serves all rows of a job.
 */
export function collectCharacters(values: readonly string[], into: Set<number>): void {
  for (const value of values) {
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i);
      const codePoint = unit >= 0xd800 && unit <= 0xdbff ? (value.codePointAt(i) ?? unit) : unit;
      into.add(codePoint);
      if (codePoint > 0xffff) i++;
    }
  }
}
