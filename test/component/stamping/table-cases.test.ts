import { fixture, readBack, readValues, stampRow } from '../../support/stamping/filled-pdf.ts';
import { readTable, fixture as tableFixture } from '../../support/tables/read-all.ts';

async function rowsOf(name: string): Promise<Record<string, string>[]> {
  const { columns, rows } = await readTable(tableFixture(`csv/${name}`));
  return rows.map(({ values }) =>
    Object.fromEntries(columns.map((column, index) => [column, values[index] ?? ''])),
  );
}

test('words for yes in a table tick boxes whatever their states are called, and a blank clears them', async () => {
  const boxes = { AgreeJa: 'Ja', AgreeOn: 'On', Agree1: '1', NonAscii: 'gepr\u00c3\u00bcft' };
  const mappings = Object.fromEntries(Object.keys(boxes).map((name) => [name, 'Agree']));
  const pdf = fixture('03-checkbox-states.pdf');
  const rows = await rowsOf('28b-checkbox-truthy.csv');
  // The third says Ja, which is a state of one box and yes for the others.
  expect(rows.map(({ Agree }) => Agree)).toEqual(['TRUE', 'Yes', 'Ja', '']);
  for (const row of rows) {
    const { bytes, problems } = await stampRow({ pdf, row, mappings });
    expect(problems).toEqual([]);
    const fields = await readBack(bytes);
    for (const [name, state] of Object.entries(boxes)) {
      const expected = row.Agree === '' ? 'Off' : state;
      expect(fields[name]).toEqual({ value: expected, states: [expected] });
    }
  }
});

test('the case of headers does not matter', async () => {
  const [row = {}] = await rowsOf('15-header-case.csv');
  const { bytes } = await stampRow({ pdf: fixture('00-simple.pdf'), row });
  expect(await readValues(bytes)).toMatchObject({ Name: 'Anna', City: 'Bergen' });
});
