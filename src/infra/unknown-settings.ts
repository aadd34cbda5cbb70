import leven from 'leven';

/** Shorter names are similar to too many unrelated ones. */
const MIN_LENGTH = 8;
/** A transposition, or one letter added, removed or replaced. */
const MAX_DISTANCE = 2;

/**
 * Warnings about names in the environment that are similar to settings, in any case: "<name> is not a setting; did you
 * mean <setting>?". Never contains a value.
 */
export function findUnknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): string[] {
  return Object.keys(env).flatMap((name) => {
    if (name.length < MIN_LENGTH || settings.includes(name)) return [];
    const meant = settings.find((setting) => leven(name.toUpperCase(), setting) <= MAX_DISTANCE);
    // If both are set, the similar name belongs to another program.
    if (meant === undefined || env[meant] !== undefined) return [];
    return [`${name} is not a setting; did you mean ${meant}?`];
  });
}
