import { format } from 'numfmt';

const PLAIN_SHORT_NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{0,13}[1-9])?$/;

/**
 * Formats a number of a cell without a number format: at most 15 significant digits (the precision of spreadsheet
 * programs), no exponent below 1e21. Spreadsheet programs also round to the width of the column; a document needs all
 * digits.
 */
export function formatGeneral(raw: string): string {
  if (raw.length <= 15 && PLAIN_SHORT_NUMBER.test(raw)) return raw === '-0' ? '0' : raw;
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  const [mantissa = '0', exponentText = '0'] = value.toExponential(14).split('e');
  const exponent = Number(exponentText);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '').replace(/0+$/, '');
  if (digits === '') return '0';
  if (exponent >= 21) {
    const fraction = digits.slice(1);
    return `${sign}${digits[0]}${fraction === '' ? '' : `.${fraction}`}E+${exponent}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.padEnd(exponent + 1, '0');
  const fraction = whole.slice(exponent + 1);
  return `${sign}${whole.slice(0, exponent + 1)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Restores the digits that `General` within a longer format rounds away. `value` is not negative. */
export function withAllDigits(shown: string, value: number): string {
  return shown.replace(format('General', value, { nbsp: false }), () => formatGeneral(String(value)));
}
