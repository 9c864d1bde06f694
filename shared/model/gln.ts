import { hasRightCheckDigit } from './gs1-check-digit.ts';
import { faulty, parsed, type Parsed } from './parsed.ts';
import { isShortenedNumber } from './spreadsheet-number.ts';

/** A Global Location Number (GS1): 13 digits, here naming a manufacturer. */
export type Gln = string & { readonly kind: 'Gln' };

export function parseGln(text: string): Parsed<Gln> {
  const digits = text.replace(/[\s-]/g, '');
  if (digits === '') return faulty('missing', 'a GLN is missing');
  if (isShortenedNumber(digits))
    return faulty('shortened', 'a spreadsheet shortened this GLN, its last digits are lost');
  if (!/^\d+$/.test(digits)) return faulty('not-digits', 'a GLN consists of digits only');
  if (digits.length !== 13) return faulty('wrong-length', `a GLN has 13 digits, this has ${digits.length}`);
  return parsed(digits as Gln);
}

export function hasRightGlnCheckDigit(gln: Gln): boolean {
  return hasRightCheckDigit(gln);
}
