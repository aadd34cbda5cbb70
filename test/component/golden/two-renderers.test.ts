import fc from 'fast-check';
import { PDFHexString } from '../../../src/stamping/pdf/pdf-lib.ts';
import { compareInk, inkTolerance } from '../../support/golden/compare-ink.ts';
import { buildForm, type FieldSpec, type PageSpec } from '../../support/golden/form-builder.ts';
import { drawPage } from '../../support/golden/picture.ts';
import { drawWithPdfjs } from '../../support/golden/second-renderer.ts';
import { stampRow } from '../../support/stamping/filled-pdf.ts';

interface Made {
  kind: 'line' | 'lines' | 'comb' | 'box' | 'list' | 'dropdown';
  value: string;
  font: string;
  size: number;
  quadding: number;
  turn: number;
}

const words = fc.constantFrom(
  ...[
    'Anna',
    'Bergen',
    '12,50',
    'Łódź',
    'Ελλάς',
    'Київ',
    'naïve',
    'mijn',
    'QWERTY',
    'שלום',
    'سلام',
    'x',
    '(ok)',
  ],
);
const text = fc.array(words, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const field: fc.Arbitrary<Made> = fc.record({
  kind: fc.constantFrom('line', 'lines', 'comb', 'box', 'list', 'dropdown'),
  value: text,
  font: fc.constantFrom('Helv', 'TiRo', 'Cour'),
  size: fc.constantFrom(0, 8, 10, 11),
  quadding: fc.nat(2),
  turn: fc.constantFrom(0, 0, 0, 90, 180, 270),
});
const page = fc.record({
  fields: fc.array(field, { minLength: 1, maxLength: 6 }),
  rotate: fc.constantFrom(undefined, undefined, 90, 180, 270),
  flatten: fc.boolean(),
});
type Form = { fields: Made[]; rotate: 90 | 180 | 270 | undefined; flatten: boolean };

const cells = 12;
const options = ['Anna Bergen', 'Zoë', '12,50 mijn'];
const flags = { line: 0, lines: 1 << 12, comb: 1 << 24, box: 0, list: 0, dropdown: 1 << 17 };

function specOf({ kind, font, size, quadding, turn }: Made, index: number): FieldSpec {
  const members = { Ff: flags[kind], Q: quadding, ...(kind === 'comb' ? { MaxLen: cells } : {}) };
  const common = { name: `f${index}`, da: `/${font} ${size} Tf 0 g`, look: { R: turn } };
  // No higher than its lines: large letters show that the renderers' own Helvetica is not the same.
  const height = kind === 'lines' || kind === 'list' || turn % 180 !== 0 ? 50 : 14;
  const at = [
    10 + (index % 2) * 150,
    10 + Math.floor(index / 2) * 60,
    turn % 180 === 0 ? 140 : 14,
    height,
  ] as const;
  if (kind === 'box') return { kind: 'Btn', ...common, at: [at[0], at[1], 24, 24] };
  const isChoice = kind === 'list' || kind === 'dropdown';
  if (!isChoice) return { kind: 'Tx', ...common, at, members };
  return { kind: 'Ch', ...common, at, members: { ...members, Opt: options.map(latin1) } };
}

/** Options as text strings; PDFDocEncoding has all their letters. */
const latin1 = (text: string) => PDFHexString.of(Buffer.from(text, 'latin1').toString('hex'));

function valueFor({ kind, value }: Made, index: number): string {
  if (kind === 'box') return index % 3 === 2 ? 'no' : 'yes';
  if (kind === 'list' || kind === 'dropdown') return options[value.length % options.length] ?? '';
  return kind === 'comb' ? value.slice(0, cells) : value;
}

const specFor = ({ fields, rotate }: Form): PageSpec => ({
  width: 310,
  height: 200,
  ...(rotate ? { rotate } : {}),
  fields: fields.map(specOf),
});

async function fill(form: Form, spec = specFor(form), values = form.fields.map(valueFor)): Promise<Buffer> {
  const row = Object.fromEntries(values.map((value, index) => [`f${index}`, value]));
  const { bytes, problems } = await stampRow({ pdf: await buildForm(spec), row, flatten: form.flatten });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return bytes;
}

test('any value in any form looks the same in two renderers that share no code', async () => {
  await fc.assert(
    fc.asyncProperty(page, async (form) => {
      const bytes = await fill(form);
      const { worst, at } = compareInk(await drawPage(bytes), await drawWithPdfjs(bytes));
      expect({ agrees: worst <= inkTolerance, worst, at }).toEqual({ agrees: true, worst, at });
    }),
    // The same forms each time: what two renderers make of one letter differs now and then by almost a changed digit.
    { numRuns: 20, seed: 20_261_128 },
  );
});

describe('the comparison fails', () => {
  const made = (value: string): Made => ({
    kind: 'line',
    value,
    font: 'Helv',
    size: 11,
    quadding: 0,
    turn: 0,
  });
  const form: Form = { fields: [made('Anna Bergen'), made('12,50')], rotate: undefined, flatten: false };
  const worstOf = async (spec: PageSpec, values: string[]) =>
    compareInk(await drawPage(await fill(form)), await drawWithPdfjs(await fill(form, spec, values))).worst;
  const bare = specFor(form);
  const moved = (dx: number, dy: number): PageSpec => ({
    ...bare,
    fields: bare.fields.map((spec) => ({
      ...spec,
      at: [spec.at[0] + dx, spec.at[1] + dy, 140, 14] as const,
    })),
  });

  test.each([
    ['another value', bare, ['Anna Berlin', '12,50']],
    ['another digit', bare, ['Anna Bergen', '17,50']],
    ['a missing letter', bare, ['Anna Berge', '12,50']],
    ['no text', bare, ['Anna Bergen', '']],
    ['a text moved to the right', moved(3, 0), ['Anna Bergen', '12,50']],
    ['a text moved up', moved(0, -3), ['Anna Bergen', '12,50']],
  ])('for %s', async (_, spec, values) => {
    expect(await worstOf(spec, values)).toBeGreaterThan(inkTolerance);
  });

  test('not where nothing differs', async () => {
    expect(await worstOf(bare, ['Anna Bergen', '12,50'])).toBeLessThan(inkTolerance);
  });
});
