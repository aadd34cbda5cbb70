/** A length as PDF source: at most three decimals, never an exponent (ISO 32000-1, 7.3.3). */
export function num(value: number): string {
  const thousandths = Math.round(value * 1000);
  return `${thousandths / 1000 || 0}`;
}
