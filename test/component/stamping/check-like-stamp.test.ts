import fc from 'fast-check';
import { compileTemplate } from '../../../src/stamping/compile.ts';
import { PDFDocument } from '../../../src/stamping/pdf/pdf-lib.ts';
import type { FieldMapping } from '../../../src/stamping/types.ts';

const mapping: fc.Arbitrary<FieldMapping> = fc.record(
  {
    FontSize: fc.constantFrom(0, 4, 8, 12, 30),
    Align: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
    Overflow: fc.constantFrom('shrink' as const, 'wrap' as const, 'clip' as const, 'error' as const),
    Required: fc.boolean(),
    Default: fc.constantFrom('', 'x', 'a default that is rather long for a field'),
    FontFamily: fc.constantFrom('Courier', 'Times'),
  },
  { requiredKeys: [] },
);
const value = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('W', 'i', ' ', 'é', 'Ж', '東', '\n', '\t'), maxLength: 40 }),
  fc.constantFrom('', '   ', 'yes', 'no', 'maybe'),
);
const kinds = ['plain', 'limited', 'comb', 'lines', 'secret', 'box'] as const;

async function form(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 400]);
  const fields = pdf.getForm();
  for (const [index, kind] of kinds.entries()) {
    const box = { x: 20, y: 350 - index * 50, width: 120, height: 20 };
    if (kind === 'box') {
      fields.createCheckBox(kind).addToPage(page, box);
      continue;
    }
    const field = fields.createTextField(kind);
    if (kind === 'limited' || kind === 'comb') field.setMaxLength(6);
    field.addToPage(page, box);
    if (kind === 'comb') field.enableCombing();
    if (kind === 'lines') field.enableMultiline();
    if (kind === 'secret') field.enablePassword();
  }
  return pdf.save();
}

test('check reports exactly what stamp reports, for any value in any field', async () => {
  const pdf = await form();
  await fc.assert(
    fc.asyncProperty(
      fc.array(mapping, { minLength: kinds.length, maxLength: kinds.length }),
      fc.array(fc.array(value, { minLength: kinds.length, maxLength: kinds.length }), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.boolean(),
      async (mappings, rows, flatten) => {
        const FieldMappings = Object.fromEntries(
          kinds.map((kind, index) => [kind, { ...mappings[index], ColumnHeader: kind }]),
        );
        const compiled = await compileTemplate(pdf, { FieldMappings }, { columns: kinds, flatten });
        for (const row of rows) expect(compiled.check(row)).toEqual(compiled.stamp(row).problems);
      },
    ),
    { numRuns: 60 },
  );
});
