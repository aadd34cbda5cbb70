import { makeXlsx } from '../../support/tables/make-xlsx.ts';
import { readContent, readErrorOf } from '../../support/tables/read-all.ts';

const whole = makeXlsx({
  sheets: [{ xml: '<row r="1"><c t="str"><v>Name</v></c></row><row r="2"><c t="str"><v>Anna</v></c></row>' }],
});

/** The archive with one field of its directory's entry for a part changed. */
async function withEntryField(part: string, offset: number, value: number): Promise<Buffer> {
  const zip = Buffer.from(await whole);
  const name = zip.lastIndexOf(part);
  zip.writeUInt32LE(value, name - 46 + offset);
  return zip;
}

test.each([
  ['lies behind the end', 42, 0x00ff_ffff],
  ['is where none begins', 42, 7],
  ['is longer than the file', 20, 0x00ff_ffff],
])('a part whose directory entry says it %s is rejected as damaged', async (_, offset, value) => {
  const zip = await withEntryField('xl/worksheets/s0.xml', offset, value);
  expect(await readErrorOf(readContent(zip))).toMatchObject({ code: 'TABLE_UNREADABLE' });
});
