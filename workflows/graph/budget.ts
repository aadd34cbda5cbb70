/**
 * Counts the steps of evaluating what users define: path segments, comparisons, copies, pattern instructions. One step
 * takes at most about 50 ns. Steps depend on graph and data alone, never on time, so that a result is always the same.
 */
export interface Budget {
  /** Throws BudgetExceeded once more steps are spent than there are. */
  spend(steps: number): void;
  /** Steps spent so far. */
  readonly spent: number;
}

/** Evaluating takes more steps than the budget has. */
export class BudgetExceeded extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`takes more than ${limit} steps`);
    this.name = 'BudgetExceeded';
    this.limit = limit;
  }
}

export function createBudget(limit: number): Budget {
  let spent = 0;
  return {
    spend: (steps) => {
      spent += steps;
      if (spent > limit) throw new BudgetExceeded(limit);
    },
    get spent() {
      return spent;
    },
  };
}

/** The steps of reading, copying or comparing a text of so many characters. */
export function textSteps(characters: number): number {
  return 1 + (characters >>> 3);
}
