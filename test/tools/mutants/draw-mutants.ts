import { createHash } from 'node:crypto';
import { findMutations, type Mutation } from './find-mutations.ts';

/** A mutation of a file of the repository. */
export interface Mutant extends Mutation {
  /** The same for the same mutation of the same text. */
  id: string;
  /** Path relative to the repository. */
  file: string;
}

/**
 * Draws mutants from source texts by path. The order depends on the seed and the texts only, so a larger sample starts
 * with the mutants of a smaller one, and a change to one file keeps the mutants of the others.
 */
export function drawMutants(
  sources: ReadonlyMap<string, string>,
  { seed, sample }: { seed: number; sample: number },
): Mutant[] {
  const mutants = [...sources].flatMap(([file, text]) => {
    const content = hash(text);
    return findMutations(text).map(
      (mutation): Mutant => ({
        ...mutation,
        file,
        id: hash(`${file} ${content} ${mutation.start} ${mutation.end} ${mutation.replacement}`),
      }),
    );
  });
  const ranked = mutants.map((mutant) => ({ mutant, rank: hash(`${seed} ${mutant.id}`) }));
  ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return ranked.slice(0, sample).map(({ mutant }) => mutant);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
