import { hasRightCheckDigit } from './gs1-check-digit.ts';
import { faulty, parsed, type Parsed } from './parsed.ts';
import { isShortenedNumber } from './spreadsheet-number.ts';

/** A Global Trade Item Number as compared and stored: 14 digits, left-padded with zeros. */
export type Gtin = string & { readonly kind: 'Gtin' };

/** Reads a GTIN of 8 to 14 digits; spaces and dashes between digits, as printed under bar codes, are dropped. */
export function parseGtin(text: string): Parsed<Gtin> {
  const digits = text.replace(/[\s-]/g, '');
  if (digits === '') return faulty('missing', 'a GTIN is missing');
  if (isShortenedNumber(digits))
    return faulty('shortened', 'a spreadsheet shortened this GTIN, its last digits are lost');
  if (!/^\d+$/.test(digits)) return faulty('not-digits', 'a GTIN consists of digits only');
  if (digits.length < 8 || digits.length > 14) {
    return faulty('wrong-length', `a GTIN has 8 to 14 digits, this has ${digits.length}`);
  }
  return parsed(digits.padStart(14, '0') as Gtin);
}

/** Whether the check digit is right. Zeros on the left carry no weight, so the padded form gives the same answer. */
export function hasRightGtinCheckDigit(gtin: Gtin): boolean {
  return hasRightCheckDigit(gtin);
}

/** The GTIN as people write it: without the padding, in the shortest of the lengths 8, 12, 13, 14 that holds it. */
export function formatGtin(gtin: Gtin): string {
  const significant = gtin.replace(/^0+/, '');
  const length = [8, 12, 13, 14].find((candidate) => candidate >= significant.length) ?? 14;
  return significant.padStart(length, '0');
}
