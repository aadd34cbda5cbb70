import fc from 'fast-check';
import { parseTimestamp } from '../../../workflows/graph/timestamp.ts';

test.each([
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31T08:05', '2027-01-31T08:05:00.000Z'],
  ['2027-01-31 08:05:09', '2027-01-31T08:05:09.000Z'],
  ['2027-01-31T08:05:09.25Z', '2027-01-31T08:05:09.250Z'],
  ['2027-01-31T00:30:00+01:00', '2027-01-30T23:30:00.000Z'],
  ['2027-01-31T23:30:00-0130', '2027-02-01T01:00:00.000Z'],
  [' 2028-02-29 ', '2028-02-29T00:00:00.000Z'],
])('%s is %s, whatever the zone of the machine', (text, instant) => {
  expect(new Date(parseTimestamp(text) ?? 0).toISOString()).toBe(instant);
});

test.each([
  '',
  'tomorrow',
  '2027-02-29',
  '2027-13-01',
  '2027-01-31T25:00',
  '2027-01-31T08:05+99:00',
  '31.01.2027',
  '1',
])('%j is none', (text) => {
  expect(parseTimestamp(text)).toBeNull();
});

test('what ISO 8601 prints is read back', () => {
  const date = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(fc.property(date, (each) => expect(parseTimestamp(each.toISOString())).toBe(each.getTime())));
});
