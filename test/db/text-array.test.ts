import { createSql } from '../../src/infra/sql.ts';
import { toTextArray } from '../../src/infra/text-array.ts';
import { openOrm } from '../support/orm.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';

const orm = await openOrm({ url: await testDatabaseUrl('text_array'), poolMax: 1 });
const sql = createSql(orm);

const UNNEST = {
  name: 'text_array',
  text: 'select t as text from unnest($1::text[]) with ordinality u(t, n) order by n',
};

test('texts of any kind arrive as they are, in their order', async () => {
  const texts = ['', '{"a":"\\\\\\" {,} NULL"}', 'NULL', "it's", ' Zażółć 🦓 ', 'x'.repeat(100_000)];
  const rows = await sql<{ text: string }>(UNNEST, [toTextArray(texts.map((text) => Buffer.from(text)))]);
  expect(rows.map(({ text }) => text)).toEqual(texts);
});

test('a value that is no UTF-8 is rejected by the database, never stored changed', async () => {
  await expect(sql(UNNEST, [toTextArray([Buffer.from([0xff])])])).rejects.toMatchObject({ code: '22021' });
});
