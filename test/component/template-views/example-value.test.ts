import { findExampleRow } from '../../../src/modules/templates/views/sheet/example-value.ts';
import type { SheetColumn } from '../../../src/modules/templates/views/sheet/sheet-types.ts';
import type { Problem } from '../../../src/stamping/types.ts';

const column = (header: string, ...texts: string[]): SheetColumn => ({
  header,
  isRequired: false,
  note: '',
  format: '@',
  choices: null,
  examples: texts.map((text) => ({ text, value: text === '' ? null : text })),
});

/** Complains of every value that is listed. */
const complain =
  (severity: Problem['severity'], ...bad: string[]) =>
  async (values: string[]): Promise<Problem[]> =>
    values.flatMap((value, index) =>
      bad.includes(value)
        ? [{ severity, code: 'TEXT_OVERFLOW', column: `c${index}`, value, message: '' }]
        : [],
    );

test.each<[string, Parameters<typeof findExampleRow>[1], string[]]>([
  ['the best value where nothing is wrong', complain('error'), ['long', 'yes']],
  ['the next one after an error', complain('error', 'long'), ['short', 'yes']],
  ['a blank one after nothing but errors', complain('error', 'long', 'short'), ['', 'yes']],
  ['each column for itself', complain('error', 'long', 'yes'), ['short', 'no']],
  ['a warning rather than a blank', complain('warning', 'long', 'short'), ['short', 'yes']],
  ['an end when nothing helps', complain('error', 'long', 'short', ''), ['', 'yes']],
])('%s', async (_, tryRow, expected) => {
  const columns = [column('c0', 'long', 'short', ''), column('c1', 'yes', 'no')];
  expect((await findExampleRow(columns, tryRow)).map(({ text }) => text)).toEqual(expected);
});
