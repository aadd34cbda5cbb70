import { cutBytes, foldName, MAX_NAME_BYTES } from './file-name.ts';

/**
 * Makes names unique within an archive: a duplicate gets `_2`, `_3`, … and never takes the name that another row has
 * by itself. Names are equal when they differ in case or Unicode form only. Memory: one folded name for each row.
 */
interface UniqueNames {
  /**
   * First pass, once for each row: records the row's own name, so that no number added to another row produces it.
   * Returns false when an earlier row has the same name.
   */
  reserve(name: string): boolean;
  /** Second pass, once for each row and in row order: the name of the archive entry, with `.pdf`. */
  take(name: string): string;
}

export function createUniqueNames(): UniqueNames {
  const reserved = new Set<string>();
  const taken = new Set<string>();
  const nextNumber = new Map<string, number>();

  const withNumber = (name: string, key: string): string => {
    for (let number = nextNumber.get(key) ?? 2; ; number++) {
      const suffix = `_${number}`;
      const candidate = `${cutBytes(name, MAX_NAME_BYTES - suffix.length)}${suffix}`;
      const folded = foldName(candidate);
      if (taken.has(folded) || reserved.has(folded)) continue;
      nextNumber.set(key, number + 1);
      return candidate;
    }
  };

  return {
    reserve(name) {
      const key = foldName(name);
      const isNew = !reserved.has(key);
      reserved.add(key);
      return isNew;
    },
    take(name) {
      const key = foldName(name);
      const unique = taken.has(key) ? withNumber(name, key) : name;
      taken.add(foldName(unique));
      return `${unique}.pdf`;
    },
  };
}
