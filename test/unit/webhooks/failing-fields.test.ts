import type { ErrorObject } from 'ajv';
import { describeFailingFields } from '../../../src/modules/webhooks/schema/failing-fields.ts';

const error = (instancePath: string, further: Partial<ErrorObject> = {}): ErrorObject => ({
  instancePath,
  keyword: 'type',
  schemaPath: '',
  params: {},
  message: 'must be integer',
  ...further,
});

test('a field is described once, with all its rules', () => {
  const missing = error('', { keyword: 'required', params: { missingProperty: 'age' } });
  const errors = [missing, error('/items/0/n'), error('/items/0/n', { message: 'must be >= 1' })];
  expect(describeFailingFields(errors)).toBe('age: is required; items.0.n: must be integer, must be >= 1');
});

test('at most 20 fields are described', () => {
  const errors = Array.from({ length: 21 }, (_, index) => error(`/f${index}`));
  expect(describeFailingFields(errors).split('; ')).toHaveLength(20);
});

test('a name is cut after 100 characters and has no control characters', () => {
  expect(describeFailingFields([error(`/${'x'.repeat(100)}`)])).toBe(`${'x'.repeat(100)}: must be integer`);
  expect(describeFailingFields([error(`/${'x'.repeat(101)}`)])).toBe(`${'x'.repeat(100)}…: must be integer`);
  expect(describeFailingFields([error('/a\nb')])).toBe('a b: must be integer');
});
