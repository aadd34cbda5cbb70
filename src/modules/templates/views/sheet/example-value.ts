import type { Problem } from '../../../../stamping/types.ts';
import { BLANK, type ExampleCell, type SheetColumn } from './sheet-types.ts';

/**
 * Finds an example row that can be stamped. Starts with the best value of each column, and uses the next value of a
 * column while the row has a problem there. A value with a warning (text that was shrunk) is better than a blank cell.
 */
export async function findExampleRow(
  columns: readonly SheetColumn[],
  tryRow: (values: string[]) => Promise<readonly Problem[]>,
): Promise<ExampleCell[]> {
  const picked = columns.map(() => 0);
  const example = () => columns.map(({ examples }, index) => examples[picked[index] ?? 0] ?? BLANK);
  for (;;) {
    const problems = await tryRow(example().map(({ text }) => text));
    const errors = columnsIn(problems, 'error');
    const warnings = columnsIn(problems, 'warning');
    let isDone = true;
    columns.forEach(({ header, examples }, index) => {
      const next = examples[(picked[index] ?? 0) + 1];
      if (next === undefined) return;
      if (!errors.has(header) && !(warnings.has(header) && next.value !== null)) return;
      picked[index] = (picked[index] ?? 0) + 1;
      isDone = false;
    });
    if (isDone) return example();
  }
}

function columnsIn(problems: readonly Problem[], severity: Problem['severity']): Set<string> {
  return new Set(problems.filter((problem) => problem.severity === severity).map(({ column }) => column));
}
