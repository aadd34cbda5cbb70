import { calendarMessages, DATE, DATE_OR_INSTANT, INSTANT } from '../../../src/http/calendar-patterns.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** Whether the calendar has the day. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

test('every day of the calendar fits, and no other one', () => {
  const [day, listed] = [new RegExp(DATE), new RegExp(DATE_OR_INSTANT)];
  const wrong = [];
  for (let year = 1970; year < 3000; year++) {
    for (const month of [0, 1, 2, 4, 12, 13]) {
      for (const date of [0, 1, 28, 29, 30, 31, 32]) {
        const text = `${year}-${two(month)}-${two(date)}`;
        if (day.test(text) !== isDay(text) || listed.test(text) !== isDay(text)) wrong.push(text);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('February 29 is there in the leap years of any four digits', () => {
  const years = Array.from({ length: 10_000 }, (_, year) => String(year).padStart(4, '0'));
  const fits = (year: string) => new RegExp(INSTANT).test(`${year}-02-29T00:00:00`);
  expect(years.filter((year) => fits(year) !== isDay(`${year}-02-29`))).toEqual([]);
});

test.each([
  ['1969-12-31', false],
  ['3000-01-01', false],
  ['2026-11-28T00:00:00', true],
  ['2026-11-28T23:59:59', true],
  ['2026-11-28T24:00:00', false],
  ['2026-11-28T12:60:00', false],
  ['2026-11-28T12:00:60', false],
  ['2026-11-28T12:00', false],
  ['2026-11-28T12:00:00Z', false],
  ['2026-11-28 12:00:00', false],
  [' 2026-11-28', false],
  ['2026-11-28\n', false],
])('%j bounds a list: %s', (text, expected) => {
  expect(new RegExp(DATE_OR_INSTANT).test(text)).toBe(expected);
});

test('each month has its length', () => {
  const lengths = Array.from(
    { length: 12 },
    (_, month) =>
      [28, 29, 30, 31].filter((date) => new RegExp(DATE).test(`2027-${two(month + 1)}-${date}`)).length,
  );
  expect(lengths).toEqual([4, 1, 4, 3, 4, 3, 4, 4, 3, 4, 3, 4]);
});

test('each has its words for who sends something else', () => {
  expect(calendarMessages[DATE]).toBe('must be an existing date in the form YYYY-MM-DD');
  expect(calendarMessages[DATE_OR_INSTANT]).toBe(
    'must be an existing date in the form YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS',
  );
  expect(calendarMessages[INSTANT]).toBe('must be an existing date and time in the form YYYY-MM-DDTHH:MM:SS');
});
