/** The value of an option that takes a whole number. Throws if it is not one, or less than `least`. */
export function parseCount(option: string, text: string, least = 1): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least) {
    throw new OptionError(`${option} must be a whole number, ${least} or more.`);
  }
  return value;
}

/** The value of an option that takes a number above 0. Throws if it is not one. */
export function parseNumber(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new OptionError(`${option} must be a number above 0.`);
  return value;
}

/** The command line of a tool is wrong. */
export class OptionError extends Error {}
