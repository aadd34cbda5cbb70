import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { mappingRules } from '../../src/stamping/mapping-rules.ts';
import { parseMappings } from '../../src/stamping/mappings.ts';
import { DEFAULT_TABLE_LIMITS } from '../../src/tables/types.ts';

const read = (name: string) => readFile(path.join(import.meta.dirname, '../..', name), 'utf8');
const page = await read('docs/use/mappings.md');

/** Cells of the table rows below a heading that begin with a name in code. */
function rows(text: string, heading: string): string[][] {
  const part = text.split(/^(?=## )/m).find((each) => each.startsWith(`## ${heading}\n`)) ?? '';
  return [...part.matchAll(/^\| `(\w+)` *\|(.*)\|$/gm)].map(([, name = '', rest = '']) => [
    name,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);
}

const words = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);

describe('docs/use/mappings.md', () => {
  test('has every member of a mapping and no other', () => {
    expect(rows(page, 'Members').map(([name]) => name)).toEqual(Object.keys(mappingRules));
  });

  test.each(Object.entries(mappingRules))('%s: the values it takes and no others', (member, rule) => {
    const message = rule({}) ?? '';
    const allowed = message.startsWith('must be one of ') ? message.slice(15).split(', ') : [];
    const [, type] = rows(page, 'Members').find(([name]) => name === member) ?? [];
    expect(words(type)).toEqual(allowed);
  });

  test('has every code of a problem and no other', async () => {
    const types = await read('src/stamping/types.ts');
    const union = /export type ProblemCode =([^;]+);/.exec(types)?.[1] ?? '';
    const general = await read('src/modules/stamping/check-response.ts');
    const known = [...union.matchAll(/'([A-Z_]+)'/g), ...general.matchAll(/'([A-Z]+_[A-Z_]+)'/g)];
    expect(known.length).toBeGreaterThan(10);
    expect(rows(page, 'Problems').map(([name]) => name)).toEqual(known.map(([, code]) => code));
  });

  test('has an example that the stamping engine accepts', () => {
    const example = /```json\n([\s\S]+?)```/.exec(page)?.[1] ?? '';
    expect(Object.keys(parseMappings(example).FieldMappings)).toContain('customer.name');
  });
});

test('docs/use/tables.md has the limits of a table as they are', async () => {
  const documented = rows(await read('docs/use/tables.md'), 'Limits').map(([name, value = '']) => [
    name,
    Number(value.replaceAll(',', '')),
  ]);
  expect(documented).toEqual(Object.entries(DEFAULT_TABLE_LIMITS));
});
