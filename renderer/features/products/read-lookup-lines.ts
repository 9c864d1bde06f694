import { checkDigitOf } from '../../../shared/model/gs1-check-digit.ts';
import { hasRightGlnCheckDigit, parseGln } from '../../../shared/model/gln.ts';
import { formatGtin, hasRightGtinCheckDigit, parseGtin } from '../../../shared/model/gtin.ts';
import type { FaultCode } from '../../../shared/model/parsed.ts';
// A type only: the schema behind it stays out of the window's script.
import type { ProductQuery } from '../../../shared/rpc/product-records.ts';

/** What a person can type; ids come from searches. */
export type LookupBy = Exclude<ProductQuery['by'], 'id'>;

/** What there is to say about a line. Faults keep it from being looked up, warnings do not. */
export type LineNote =
  | { readonly kind: 'gtinFault' | 'glnFault'; readonly code: FaultCode }
  | { readonly kind: 'codeMissing' | 'codeTooLong' }
  /** The check digit is wrong; `right` is the one that fits the other digits. */
  | { readonly kind: 'checkDigit'; readonly right: string }
  | { readonly kind: 'repeated'; readonly ofLine: number };

export interface LookupLine {
  /** From 1, as the person counts them. */
  readonly lineNumber: number;
  readonly text: string;
  /** Absent for an empty line, a faulty one and one that repeats another. */
  readonly query?: ProductQuery;
  readonly note?: LineNote;
}

const longestProductCode = 128;

/** Reads what was typed or pasted, line by line; spreadsheet columns come separated by tabs, semicolons or commas. */
export function readLookupLines(text: string, by: LookupBy): LookupLine[] {
  const firstLineOf = new Map<string, number>();
  return text.split(/\r\n|\r|\n/).map((line, place) => {
    const lineNumber = place + 1;
    if (line.trim() === '') return { lineNumber, text: line };
    const read = by === 'gtin' ? readGtinLine(line) : readCodeLine(line);
    if (!read.query) return { lineNumber, text: line, ...read };
    const identity = JSON.stringify(read.query);
    const ofLine = firstLineOf.get(identity);
    if (ofLine !== undefined) return { lineNumber, text: line, note: { kind: 'repeated', ofLine } };
    firstLineOf.set(identity, lineNumber);
    return { lineNumber, text: line, ...read };
  });
}

/** Whether a note keeps its line from being looked up because something is wrong with it. */
export function isFault(note: LineNote): boolean {
  return note.kind !== 'checkDigit' && note.kind !== 'repeated';
}

type ReadLine = Pick<LookupLine, 'query' | 'note'>;

function readGtinLine(line: string): ReadLine {
  const [cell = ''] = line.trim().split(/[\t;,]/);
  const gtin = parseGtin(cell);
  if (!gtin.ok) return { note: { kind: 'gtinFault', code: gtin.fault.code } };
  const query = { by: 'gtin', gtin: formatGtin(gtin.value) } as const;
  return hasRightGtinCheckDigit(gtin.value) ? { query } : { query, note: checkDigitNote(gtin.value) };
}

function readCodeLine(line: string): ReadLine {
  const separator = /[\t;,]/.exec(line);
  const gln = parseGln(separator ? line.slice(0, separator.index) : line);
  if (!gln.ok) return { note: { kind: 'glnFault', code: gln.fault.code } };
  const productCode = separator ? line.slice(separator.index + 1).trim() : '';
  if (productCode === '') return { note: { kind: 'codeMissing' } };
  if (productCode.length > longestProductCode) return { note: { kind: 'codeTooLong' } };
  const query = { by: 'code', gln: gln.value, productCode } as const;
  return hasRightGlnCheckDigit(gln.value) ? { query } : { query, note: checkDigitNote(gln.value) };
}

function checkDigitNote(digits: string): LineNote {
  return { kind: 'checkDigit', right: String(checkDigitOf(digits.slice(0, -1))) };
}
