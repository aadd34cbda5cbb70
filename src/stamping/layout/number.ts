/** Decimals from 0 to 999 thousandths: nothing, `.001`, `.002`, … `.5`, … */
const decimals = Array.from({ length: 1000 }, (_, thousandths) => `${thousandths / 1000}`.slice(1));

/** A length as PDF source: at most three decimals, never an exponent (ISO 32000-1, 7.3.3). */
export function num(value: number): string {
  const thousandths = Math.round(value * 1000);
  // Joining two strings takes half the time of formatting the fraction, and lengths are a large part of a document.
  if (thousandths >= 0 && thousandths < 2 ** 31) {
    const whole = Math.floor(thousandths / 1000);
    return `${whole}${decimals[thousandths - whole * 1000]}`;
  }
  return `${thousandths / 1000 || 0}`;
}
