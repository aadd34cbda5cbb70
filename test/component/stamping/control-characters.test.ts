import { fixture, readValues, stampRow } from '../../support/stamping/filled-pdf.ts';

const pdf = fixture('00-simple.pdf');
const NAME = Object.keys(await readValues(pdf))[0] ?? '';

test.each([
  ['NUL in the middle', 'Ada\u0000Lovelace', 'AdaLovelace'],
  ['other controls', '\u0001A\u001bd\u007fa\u0080\u009f', 'Ada'],
  ['a line break of one line', 'Ada\u0085Lovelace', 'Ada Lovelace'],
  ['joiners and marks, which letters need', 'ا\u200cب', 'ا\u200cب'],
])('%s: a value keeps no invisible character at which viewers may stop', async (_name, value, kept) => {
  const { bytes } = await stampRow({ pdf, row: { [NAME]: value } });
  expect((await readValues(bytes))[NAME]).toBe(kept);
});

test.each(['\u0000', '\u0001 \u001f'])(
  '%j is blank: the default is used, and a required value is missing',
  async (value) => {
    const row = { [NAME]: value };
    const { bytes } = await stampRow({ pdf, row, mappings: { [NAME]: { Default: 'none' } } });
    expect((await readValues(bytes))[NAME]).toBe('none');
    const { problems } = await stampRow({ pdf, row, mappings: { [NAME]: { Required: true } } });
    expect(problems).toMatchObject([{ code: 'REQUIRED_VALUE_MISSING' }]);
  },
);
