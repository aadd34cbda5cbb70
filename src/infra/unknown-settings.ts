import leven from 'leven';

/** Shorter names are near to too many that have nothing to do with us. */
const MIN_LENGTH = 8;
/** Two letters changed places, or one is too many, missing or another. */
const MAX_DISTANCE = 2;

/**
 * Names in the environment that are nearly those of settings, in whatever case, each as "<name> is no setting; is
 * <setting> meant?". Never tells a value.
 */
export function findUnknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): string[] {
  return Object.keys(env).flatMap((name) => {
    if (name.length < MIN_LENGTH || settings.includes(name)) return [];
    const meant = settings.find((setting) => leven(name.toUpperCase(), setting) <= MAX_DISTANCE);
    // Where both are set, the other name is somebody else's.
    if (meant === undefined || env[meant] !== undefined) return [];
    return [`${name} is no setting; is ${meant} meant?`];
  });
}
