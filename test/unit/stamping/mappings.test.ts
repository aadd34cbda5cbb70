import { mappedColumns, parseMappings } from '../../../src/stamping/mappings.ts';
import { StampingError, type TemplateInventory } from '../../../src/stamping/types.ts';

function faultsOf(document: unknown): string[] {
  try {
    parseMappings(typeof document === 'string' ? document : JSON.stringify(document));
  } catch (error) {
    if (error instanceof StampingError) return error.paths.map(({ path }) => path);
    throw error;
  }
  return ['none'];
}

const inventory = { fillable: ['Name', 'City'] } as unknown as TemplateInventory;

describe('parseMappings', () => {
  test('takes every documented member and keeps unknown ones', () => {
    const document = {
      TemplateTitle: 'Letter',
      FieldMappings: {
        Name: 'Customer',
        Total: { ValueType: 'Dynamic', ColumnHeader: 'Total', Format: 'Currency', Colour: 'red' },
        Stamp: { ColumnHeader: 'Stamp', Page: 1, X: 10, Y: 20, Width: 100, Height: 20, Overflow: 'clip' },
        Note: { ValueType: 'Static', StaticValue: '' },
        Odd: { ColumnHeader: 'Odd', Format: null },
      },
      Extra: true,
    };
    expect(parseMappings(JSON.stringify(document))).toEqual(document);
  });

  test.each([
    ['not JSON', '{'],
    ['a list', []],
    ['no FieldMappings', {}],
    ['FieldMappings as a list', { FieldMappings: [] }],
  ])('rejects %s', (_, document) => {
    expect(() => parseMappings(typeof document === 'string' ? document : JSON.stringify(document))).toThrow(
      StampingError,
    );
  });

  test('names every fault at once', () => {
    const document = {
      TemplateTitle: 5,
      FieldMappings: {
        A: 7,
        B: { Page: 1.5, X: -1, Y: 'x', Width: 0 },
        C: { FieldType: 'image', ValueType: 'Static' },
        D: '',
        E: { Width: 10 },
      },
    };
    expect(faultsOf(document)).toEqual([
      'TemplateTitle',
      'FieldMappings["A"]',
      'FieldMappings["B"].Page',
      'FieldMappings["B"].X',
      'FieldMappings["B"].Y',
      'FieldMappings["B"].Width',
      'FieldMappings["C"].FieldType',
      'FieldMappings["C"].StaticValue',
      'FieldMappings["D"]',
      'FieldMappings["E"].Page',
      'FieldMappings["E"].X',
      'FieldMappings["E"].Y',
    ]);
  });

  test.each(['1e999', '-1e999', '1e308', '"NaN"'])('rejects the coordinate %s', (number) => {
    expect(faultsOf(`{"FieldMappings":{"A":{"Page":1,"X":${number},"Y":1}}}`)).toEqual([
      'FieldMappings["A"].X',
    ]);
  });

  test('takes __proto__ as an ordinary name', () => {
    const parsed = parseMappings('{"FieldMappings":{"__proto__":"Name","constructor":"City"}}');
    expect(Object.keys(parsed.FieldMappings)).toEqual(['__proto__', 'constructor']);
    expect(({} as { Name?: string }).Name).toBeUndefined();
  });

  test('accepts up to 5,000 mappings', () => {
    const fields = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`f${index}`, 'Name']));
    expect(faultsOf({ FieldMappings: fields(5000) })).toEqual(['none']);
    expect(faultsOf({ FieldMappings: fields(5001) })).toEqual(['FieldMappings']);
  });

  test('the message has the number of faults and the first of them', () => {
    const document = JSON.stringify({ FieldMappings: { A: 7, D: '' } });
    expect(() => parseMappings(document)).toThrow(
      'The field mappings have 2 error(s). The first: FieldMappings["A"] must be a column name or an object.',
    );
  });
});

describe('mappedColumns', () => {
  test('lists what dynamic mappings read, each column once', () => {
    const mappings = parseMappings(
      JSON.stringify({
        FieldMappings: {
          A: 'Name',
          B: { ValueType: 'Dynamic', ColumnHeader: 'name' },
          C: { ValueType: 'Static', StaticValue: 'x' },
          D: { ValueType: 'Ignore', ColumnHeader: 'Gone' },
          E: { Alias: 'By alias' },
          F: { Required: true },
        },
      }),
    );
    expect(mappedColumns(mappings, inventory)).toEqual(['Name', 'By alias', 'F']);
  });

  test('without mappings the fields are the columns', () => {
    expect(mappedColumns(null, inventory)).toEqual(['Name', 'City']);
    expect(mappedColumns({ FieldMappings: {} }, inventory)).toEqual(['Name', 'City']);
  });
});
