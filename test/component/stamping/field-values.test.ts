import { compileTemplate } from '../../../src/stamping/compile.ts';
import { parseMappings } from '../../../src/stamping/mappings.ts';
import type { FieldMapping } from '../../../src/stamping/types.ts';
import { fixture, readValues } from '../../support/stamping/filled-pdf.ts';

async function bothOf(
  pdf: Uint8Array,
  row: Record<string, string>,
  fields: Record<string, FieldMapping> = {},
) {
  const mappings = parseMappings(JSON.stringify({ FieldMappings: fields }));
  const compiled = await compileTemplate(pdf, mappings, { columns: Object.keys(row) });
  const { update } = compiled.stamp(Object.values(row));
  const inPdf = await readValues(Buffer.concat([compiled.base, update]));
  return { reported: compiled.read(Object.values(row)), inPdf };
}

test.each([
  ['03-checkbox-states.pdf', { Name: 'Ada\tB', AgreeJa: 'yes', AgreeOn: 'nein', Agree1: '1', NonAscii: 'X' }],
  ['05-choice-fields.pdf', { Country: 'france', Size: 'm', Free: 'typed in', Multi: 'blue; Red' }],
  ['18-multiline-autosize.pdf', { Name: 'a\r\nb', Multi: 'a\r\nb' }],
  ['01-hierarchical-names.pdf', { 'customer.name': 'Zoé \u0001' }],
])('the values reported for %s are those of its document', async (name, row) => {
  const { reported, inPdf } = await bothOf(fixture(name), row);
  expect(reported.length).toBeGreaterThan(0);
  for (const { field, value } of reported) {
    const held = inPdf[field];
    expect([field, value]).toEqual([field, Array.isArray(held) ? held.join(', ') : (held ?? '')]);
  }
});

test('default, format, static and placed values are reported as they are filled in', async () => {
  const { reported, inPdf } = await bothOf(
    fixture('00-simple.pdf'),
    { Amount: '1234.5', Day: '' },
    {
      Name: { ColumnHeader: 'Amount', Format: 'Currency' },
      day: {
        ColumnHeader: 'Day',
        Default: '2026-02-01',
        Format: 'Date',
        FormatPattern: 'd.m.yy',
        Page: 1,
        X: 9,
        Y: 9,
      },
      fixed: { ValueType: 'Static', StaticValue: 'always', Page: 1, X: 9, Y: 40 },
    },
  );
  expect(reported).toEqual([
    { field: 'Name', value: '1,234.50' },
    { field: 'day', value: '1.2.26' },
    { field: 'fixed', value: 'always' },
  ]);
  expect(inPdf.Name).toBe('1,234.50');
});
