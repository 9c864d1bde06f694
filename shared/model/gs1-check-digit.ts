/**
 * Whether the last digit of a GS1 key (GTIN-8/12/13/14, GLN) is its check digit.
 * Rule (GS1 General Specifications, section 7.9.1): from the digit left of the check digit going left, weights
 * 3, 1, 3, 1 …; check = (10 − sum mod 10) mod 10. Published product data contains wrong ones, so callers warn
 * and do not refuse.
 * @param digits decimal digits only
 */
export function hasRightCheckDigit(digits: string): boolean {
  const body = digits.slice(0, -1);
  return digits.at(-1) === String(checkDigitOf(body));
}

/** The GS1 check digit that belongs behind `body` (decimal digits without their check digit). */
export function checkDigitOf(body: string): number {
  const sum = [...body].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}
