import { planSheet } from '../../../src/modules/templates/views/sheet/plan-sheet.ts';
import type { TemplateTarget } from '../../../src/modules/templates/views/template-targets.ts';
import type { TemplateInventory } from '../../../src/stamping/types.ts';

const inventory = { fields: [] as TemplateInventory['fields'] } as TemplateInventory;

const target = (name: string, further: Partial<TemplateTarget> = {}): TemplateTarget => ({
  name,
  mapping: { Required: true },
  column: name,
  fieldName: name,
  isThere: true,
  ...further,
});

test('a required column is added, unless its target has a fixed value or the file does not have it', () => {
  const targets = [target('City'), target('Fixed', { column: null }), target('Gone', { isThere: false })];
  const columns = planSheet({ isMapped: true, targets, columns: 'Name', inventory });
  expect(columns.map(({ header, isRequired }) => [header, isRequired])).toEqual([
    ['Name', false],
    ['City', true],
  ]);
});
