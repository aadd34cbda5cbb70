import type { Problem } from '../../../../stamping/types.ts';
import { BLANK, type ExampleCell, type SheetColumn } from './sheet-types.ts';

/**
 * An example row that can be stamped: each column's best value, and the next one where trying the row shows a problem.
 * A value that only draws a warning (text that had to shrink) is better than none.
 */
export async function settleExample(
  columns: readonly SheetColumn[],
  tryRow: (values: string[]) => Promise<readonly Problem[]>,
): Promise<ExampleCell[]> {
  const picked = columns.map(() => 0);
  const example = () => columns.map(({ examples }, index) => examples[picked[index] ?? 0] ?? BLANK);
  for (;;) {
    const problems = await tryRow(example().map(({ text }) => text));
    const errors = columnsIn(problems, 'error');
    const warnings = columnsIn(problems, 'warning');
    let isSettled = true;
    columns.forEach(({ header, examples }, index) => {
      const next = examples[(picked[index] ?? 0) + 1];
      if (next === undefined) return;
      if (!errors.has(header) && !(warnings.has(header) && next.value !== null)) return;
      picked[index] = (picked[index] ?? 0) + 1;
      isSettled = false;
    });
    if (isSettled) return example();
  }
}

function columnsIn(problems: readonly Problem[], severity: Problem['severity']): Set<string> {
  return new Set(problems.filter((problem) => problem.severity === severity).map(({ column }) => column));
}
