import { type JsonObject, parseJson, printJson } from '../../../../workflows/graph/json-text.ts';
import { templateNode } from '../../../../workflows/nodes/template-node.ts';
import { readerOf } from '../../../support/workflows/read-values.ts';

const event = parseJson(
  '{"name":"Ada","n":1.50,"t":true,"none":null,"o":{"x":1},"l":[1],"a.b":"flat"}',
) as JsonObject;
const resolve = (fieldMappings: JsonObject) => {
  const { columns, values } = templateNode.prepare({ fieldMappings }, readerOf({ event }));
  return { columns, values };
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

test('the recorded input is the columns and their texts, also of those before a failure', () => {
  const reader = readerOf({ event });
  const fieldMappings = { A: 'event.name', B: '${event.n}', C: 'event.o' };
  expect(() => templateNode.prepare({ fieldMappings }, reader)).toThrow(/Column "C"/);
  expect(printJson(reader.read)).toBe('{"A":"Ada","B":"1.50"}');
});

test('the options of the document are read from the data', () => {
  const data = { templateId: 'tpl_1', fieldMappings: {}, namingPattern: '  ', flatten: true };
  expect(templateNode.prepare(data, readerOf({}))).toEqual({
    columns: [],
    values: [],
    templateId: 'tpl_1',
    namingPattern: null,
    flatten: true,
  });
});

test.each([
  ['x'.repeat(500), null],
  ['🙂'.repeat(500), null],
  ['x'.repeat(501), 'namingPattern has more than 500 characters; shorten it.'],
  ['[q]'.repeat(100_000), 'namingPattern has more than 500 characters; shorten it.'],
])('a naming pattern has at most 500 characters, as in the forms of templates', (namingPattern, error) => {
  const prepare = () => templateNode.prepare({ fieldMappings: {}, namingPattern }, readerOf({}));
  if (error === null) expect(prepare()).toMatchObject({ namingPattern });
  else expect(prepare).toThrow(error);
});
