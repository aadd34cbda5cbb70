import { choicesOf } from '../../../src/modules/templates/views/sheet/column-choices.ts';
import type { FieldInfo } from '../../../src/stamping/types.ts';

function field(type: FieldInfo['type'], ...options: (string | [value: string, label: string])[]): FieldInfo {
  return {
    name: 'f',
    type,
    page: 1,
    x: 0,
    y: 0,
    width: 10,
    height: 10,
    maxLength: null,
    multiline: false,
    required: false,
    readOnly: false,
    fontSize: null,
    options: options.map((option) => {
      const [value, label] = typeof option === 'string' ? [option, option] : option;
      return { value, label };
    }),
  };
}

test.each<[string, FieldInfo[], string[] | null]>([
  ['text has none', [field('text')], null],
  ['a box', [field('checkbox', 'Ja')], ['yes', 'no']],
  ['a box whose own value is no', [field('checkbox', 'No')], ['yes']],
  ['boxes of one name with values of their own', [field('checkbox', 'A', 'B')], ['A', 'B', 'no']],
  ['a radio group', [field('radio', 'a', 'b')], ['a', 'b']],
  [
    'the displayed text, not the exported value',
    [field('choice', ['DE', 'Germany'], ['FR', 'France'])],
    ['Germany', 'France'],
  ],
  ['two options that read the same', [field('choice', ['1', 'Paris'], ['2', 'Paris'])], ['Paris', '2']],
  ['a text that is the export value of another', [field('choice', ['A', 'B'], ['B', 'C'])], ['A', 'C']],
  ['a blank option goes without saying', [field('choice', '', 'x')], ['x']],
  ['two fields of one column: what both take', [field('choice', 'a', 'b'), field('radio', 'B', 'c')], ['b']],
  ['nothing in common', [field('choice', 'a'), field('choice', 'b')], null],
  ['no options', [field('choice')], null],
])('%s', (_, fields, texts) => {
  expect(choicesOf(fields)?.texts ?? null).toEqual(texts);
});

test('only lists for fields without free text are strict', () => {
  expect(choicesOf([field('radio', 'a'), field('checkbox', 'a')])?.strict ?? null).toBe(null);
  expect(choicesOf([field('radio', 'a', 'b')])?.strict).toBe(true);
  expect(choicesOf([field('choice', 'a', 'b')])?.strict).toBe(false);
});
