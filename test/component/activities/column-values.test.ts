import { type ColumnValues, readColumns } from '../../../activities/column-values.ts';
import { type JsonObject, parseJson } from '../../../workflows/graph/json-text.ts';
import { createReader } from '../../../workflows/graph/reader.ts';

const event = parseJson(
  '{"name":"Ada","n":1.50,"t":true,"none":null,"o":{"x":1},"l":[1],"a.b":"flat"}',
) as JsonObject;
const resolve = (fieldMappings: JsonObject) => {
  const read: ColumnValues = { columns: [], values: [] };
  readColumns({ fieldMappings }, createReader({ event }), read);
  return read;
};

test('paths and text with references give each column its text', () => {
  expect(
    resolve({
      A: 'event.name',
      B: 'event.n',
      C: 'event.t',
      D: 'Dear ${event.name}',
      E: '${event.n}',
      F: 'event.a.b',
    }),
  ).toEqual({
    columns: ['A', 'B', 'C', 'D', 'E', 'F'],
    values: ['Ada', '1.50', 'true', 'Dear Ada', '1.50', 'flat'],
  });
});

test('null and missing are blank, an empty mapping leaves the column out', () => {
  expect(resolve({ A: 'event.none', B: 'event.gone', C: '', D: '  ' })).toEqual({
    columns: ['A', 'B'],
    values: ['', ''],
  });
});

test.each([
  ['event.o', /Column "A": event\.o is an object/],
  ['event.l', /Column "A": event\.l is a list/],
  ['${event.o}', /Column "A": \$\{event\.o\} is an object/],
  ['x ${event.l}', /Column "A": event\.l is a list, which cannot be part of a text/],
])('%s is an error naming column and path', (source, message) => {
  expect(() => resolve({ A: source })).toThrow(message);
});

test('columns named like members of the prototype are columns', () => {
  const mappings = parseJson('{"__proto__":"event.name","constructor":"event.n"}') as JsonObject;
  expect(resolve(mappings)).toEqual({ columns: ['__proto__', 'constructor'], values: ['Ada', '1.50'] });
});
