import type { InlinePass, NodeUpdate } from '../workflows/contracts/inline.ts';
import type { NodeState } from '../workflows/contracts/node.ts';
import { type GraphPart, hasEnded, type Pass } from '../workflows/graph-part.ts';

/** Characters of all error messages in one result, so that it stays far below the 2 MB that Temporal allows. */
const ERROR_CHARACTERS = 200_000;

interface Executed {
  part: GraphPart;
  passes: readonly Pass[];
  /** The passes as they were before. */
  given: readonly InlinePass[];
  /** Failures that every next run would share. */
  shared: ReadonlySet<NodeState>;
}

/** The nodes that have moved on, for each pass. In a loop only what the workflow needs of them. */
export function updatesOf({ part, passes, given, shared }: Executed): NodeUpdate[][] {
  let charactersLeft = ERROR_CHARACTERS;
  const cut = (error: string | null) => {
    if (error === null) return null;
    const text = error.slice(0, charactersLeft);
    charactersLeft -= text.length;
    return text === '' ? 'The node failed.' : text;
  };
  return passes.map((pass, index) => {
    const before = new Set(given[index]?.nodes.map(({ id }) => id));
    const states = [...pass.states.values()];
    const isWhole = states.every(hasEnded);
    return states
      .filter(({ id, status, attempts }) => !before.has(id) && (status !== 'PENDING' || attempts > 0))
      .map((state): NodeUpdate => {
        const { id, type: _type, ...news } = state;
        return {
          ...news,
          position: part.plan.positions.get(id) ?? -1,
          error: cut(news.error),
          ...(part.loopId !== null && { input: null }),
          ...(part.loopId !== null && isWhole && { output: null }),
          ...(shared.has(state) && { isShared: true }),
        };
      });
  });
}
