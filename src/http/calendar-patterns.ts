const MONTH_DAY =
  '((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))';
const TIME = 'T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';

/** Years from 1970 to 2999, which bound the time range of a list. */
const LISTED = days(
  '(19[7-9]\\d|2\\d{3})',
  '(19(7[26]|8[048]|9[26])|2\\d(0[48]|[2468][048]|[13579][26])|2[048]00)',
);
const ANY = days('\\d{4}', '(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)');

/** `YYYY-MM-DD`, a date that exists. */
export const DATE = `^${LISTED}$`;

/** `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`, a date that exists. */
export const DATE_OR_INSTANT = `^${LISTED}(${TIME})?$`;

/** `YYYY-MM-DDTHH:MM:SS` in any year of four digits. */
export const INSTANT = `^${ANY}${TIME}$`;

/** The message of a validation error, by pattern. */
export const calendarMessages: Readonly<Record<string, string>> = {
  [DATE]: 'must be an existing date in the form YYYY-MM-DD',
  [DATE_OR_INSTANT]: 'must be an existing date in the form YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS',
  [INSTANT]: 'must be an existing date and time in the form YYYY-MM-DDTHH:MM:SS',
};

/** Every day of these years, with February 29 in `leapYears`. */
function days(years: string, leapYears: string): string {
  return `(${years}-${MONTH_DAY}|${leapYears}-02-29)`;
}
