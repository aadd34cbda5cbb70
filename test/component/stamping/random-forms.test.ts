import fc from 'fast-check';
import { compileTemplate } from '../../../src/stamping/compile.ts';
import { inspectTemplate } from '../../../src/stamping/inspect.ts';
import {
  PDFCheckBox,
  PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFRef,
  PDFTextField,
} from '../../../src/stamping/pdf/pdf-lib.ts';

type Kind = 'text' | 'lines' | 'check' | 'radio' | 'dropdown' | 'list';

interface MadeField {
  kind: Kind;
  page: number;
  /** Options of a choice, or the text of the others. */
  options: string[];
  /** Which option, whether a box is ticked, or what text is given. */
  chosen: number;
  text: string;
  /** A column is given for it. */
  isFilled: boolean;
}

const word = fc.string({
  unit: fc.constantFrom(...'abcXYZ019 .,-()\\/<>#%', 'é', 'Ł', 'Ж', 'ß', '€'),
  minLength: 1,
  maxLength: 12,
});
const option = word.map((text) => text.trim()).filter((text) => /^[ -~]+$/.test(text));
const field: fc.Arbitrary<MadeField> = fc.record({
  kind: fc.constantFrom<Kind>('text', 'lines', 'check', 'radio', 'dropdown', 'list'),
  page: fc.nat(2),
  options: fc.uniqueArray(option, { minLength: 2, maxLength: 5, selector: (text) => text.toLowerCase() }),
  chosen: fc.nat(4),
  text: word,
  isFilled: fc.boolean(),
});
const form = fc.array(field, { minLength: 1, maxLength: 8 });

const nameOf = (index: number) => `group.field${index}`;
const optionOf = ({ options, chosen }: MadeField) => options[chosen % options.length] ?? '';

async function makeForm(fields: readonly MadeField[]): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const pages = [0, 1, 2].map(() => document.addPage([400, 600]));
  const made = document.getForm();
  fields.forEach(({ kind, page: number, options }, index) => {
    const name = nameOf(index);
    const page = pages[number];
    const box = { x: 20, y: 540 - index * 60, width: 250, height: 40 };
    if (page === undefined) return;
    if (kind === 'check') {
      made.createCheckBox(name).addToPage(page, { ...box, width: 20, height: 20 });
    } else if (kind === 'radio') {
      const group = made.createRadioGroup(name);
      options.forEach((value, at) => {
        group.addOptionToPage(value, page, { ...box, x: 20 + at * 30, width: 20, height: 20 });
      });
    } else if (kind === 'dropdown' || kind === 'list') {
      const choice = kind === 'list' ? made.createOptionList(name) : made.createDropdown(name);
      choice.setOptions(options);
      choice.addToPage(page, box);
    } else {
      const text = made.createTextField(name);
      if (kind === 'lines') text.enableMultiline();
      text.addToPage(page, box);
    }
  });
  return document.save({ updateFieldAppearances: false });
}

function valueFor(made: MadeField): string {
  if (made.kind === 'check') return made.chosen % 2 === 0 ? 'yes' : 'no';
  return made.kind === 'text' || made.kind === 'lines' ? made.text : optionOf(made);
}

/** The value that another library reads from a field. */
function read(made: PDFField): unknown {
  if (made instanceof PDFTextField) return made.getText() ?? '';
  if (made instanceof PDFCheckBox) return made.isChecked() ? 'yes' : 'no';
  if (made instanceof PDFRadioGroup) return made.getSelected();
  if (made instanceof PDFDropdown || made instanceof PDFOptionList) return made.getSelected()[0];
  return null;
}

/** Numbers of the objects a document adds to its base. */
function numbersIn(update: Uint8Array): number[] {
  const source = Buffer.from(update).toString('latin1');
  return [...source.matchAll(/(?:^|\nendobj\n)(\d+) 0 obj\n/g)].map(([, number]) => Number(number));
}

test('any value reads back from any form with another library, and no other field has changed', async () => {
  await fc.assert(
    fc.asyncProperty(form, async (fields) => {
      const columns = fields.flatMap(({ isFilled }, index) => (isFilled ? [nameOf(index)] : []));
      const values = fields.filter(({ isFilled }) => isFilled).map(valueFor);
      const compiled = await compileTemplate(await makeForm(fields), null, { columns });
      const { update, problems } = compiled.stamp(values);
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      const document = await PDFDocument.load(Buffer.concat([compiled.base, update]), {
        updateMetadata: false,
      });
      const expected = fields.map((made) => {
        if (made.isFilled) return valueFor(made).trim() === '' ? '' : valueFor(made);
        return made.kind === 'check' ? 'no' : made.kind === 'text' || made.kind === 'lines' ? '' : undefined;
      });
      const made = document.getForm();
      expect(fields.map((_, index) => read(made.getField(nameOf(index))))).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('a document defines nothing that its base has, and no field but those it fills', async () => {
  await fc.assert(
    fc.asyncProperty(form, fc.boolean(), async (fields, flatten) => {
      const columns = fields.flatMap(({ isFilled }, index) => (isFilled ? [nameOf(index)] : []));
      const values = fields.filter(({ isFilled }) => isFilled).map(valueFor);
      const compiled = await compileTemplate(await makeForm(fields), null, { columns, flatten });
      const before = Buffer.from(compiled.base);
      const { update } = compiled.stamp(values);
      expect(before.equals(compiled.base)).toBe(true);
      const base = await PDFDocument.load(compiled.base, { updateMetadata: false });
      const own = numbersIn(update);
      expect(new Set(own).size).toBe(own.length);
      expect(own.filter((number) => base.context.lookup(PDFRef.of(number)) !== undefined)).toEqual([]);
      const whole = await PDFDocument.load(Buffer.concat([compiled.base, update]), { updateMetadata: false });
      const named = whole
        .getForm()
        .getFields()
        .filter(({ ref }) => own.includes(ref.objectNumber))
        .map((made) => made.getName());
      expect(named.filter((name) => !columns.includes(name))).toEqual([]);
      if (flatten) expect(base.catalog.has(PDFName.of('AcroForm'))).toBe(false);
      const { pageCount } = await inspectTemplate(Buffer.concat([compiled.base, update]), { maxPages: 10 });
      expect(pageCount).toBe(3);
    }),
    { numRuns: 40 },
  );
});
