import { checkDigitOf } from '../../../shared/model/gs1-check-digit.ts';
import { hasRightGlnCheckDigit, parseGln } from '../../../shared/model/gln.ts';
import { formatGtin, hasRightGtinCheckDigit, parseGtin } from '../../../shared/model/gtin.ts';
import type { FaultCode } from '../../../shared/model/parsed.ts';
import {
  isShortenedNumber,
  looksRounded,
  readSpreadsheetNumber,
  type SpreadsheetTrace,
} from '../../../shared/model/spreadsheet-number.ts';
// A type only: the schema behind it stays out of the window's script.
import type { ProductQuery } from '../../../shared/rpc/product-records.ts';

/** What a person can type; ids come from searches. */
export type LookupBy = Exclude<ProductQuery['by'], 'id'>;

/** What there is to say about a line. Faults keep it from being looked up, warnings do not. */
export type LineNote =
  | { readonly kind: 'gtinFault' | 'glnFault'; readonly code: FaultCode }
  | { readonly kind: 'codeMissing' | 'codeTooLong' }
  /** Too short as it is; with the zeros that spreadsheets drop it may be this GTIN. */
  | { readonly kind: 'tooShort'; readonly perhaps: string }
  /** The check digit is wrong; `right` is the one that fits the other digits. */
  | { readonly kind: 'checkDigit'; readonly right: string }
  /** The check digit is wrong, and the last digits are zeros as after a number was shortened. */
  | { readonly kind: 'rounded' }
  /** Zeros at its beginning are missing; it is looked up as this GTIN, which is the same number. */
  | { readonly kind: 'zerosLost'; readonly readAs: string }
  /** Marks that a spreadsheet put there were left out. */
  | { readonly kind: 'marks'; readonly trace: SpreadsheetTrace }
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

/** Reads what was typed or pasted, line by line; spreadsheet columns come separated by tabs, semicolons or commas, typed ones also by spaces. */
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
  return weights[note.kind] === 'fault';
}

/** How a note is marked: `warning` where the number may be wrong, `aside` where it is right. */
export const weights: Readonly<Record<LineNote['kind'], 'fault' | 'warning' | 'aside'>> = {
  gtinFault: 'fault',
  glnFault: 'fault',
  codeMissing: 'fault',
  codeTooLong: 'fault',
  tooShort: 'fault',
  checkDigit: 'warning',
  rounded: 'warning',
  zerosLost: 'aside',
  marks: 'aside',
  repeated: 'aside',
};

/** Whether a spreadsheet shortened the number on this line. */
export const isShortened = ({ note }: LookupLine): boolean =>
  note?.kind === 'rounded' || ((note?.kind === 'gtinFault' || note?.kind === 'glnFault') && note.code === 'shortened');

type ReadLine = Pick<LookupLine, 'query' | 'note'>;

function readGtinLine(line: string): ReadLine {
  const { text, trace } = readSpreadsheetNumber(gtinCellOf(line));
  const gtin = parseGtin(text);
  if (!gtin.ok) return { note: tooShortNote(text) ?? { kind: 'gtinFault', code: gtin.fault.code } };
  const readAs = formatGtin(gtin.value);
  const query = { by: 'gtin', gtin: readAs } as const;
  if (!hasRightGtinCheckDigit(gtin.value)) {
    return { query, note: looksRounded(readAs) ? { kind: 'rounded' } : checkDigitNote(gtin.value) };
  }
  if (readAs.length > text.replace(/\D/g, '').length) return { query, note: { kind: 'zerosLost', readAs } };
  return trace ? { query, note: { kind: 'marks', trace } } : { query };
}

/** The first cell of the line. A comma between cells may also be one in a number: `8,7199E+12`. */
function gtinCellOf(line: string): string {
  const [cell = ''] = line.trim().split(/[\t;]/);
  const { text, trace } = readSpreadsheetNumber(cell);
  if (isShortenedNumber(text) || trace === 'decimals' || trace === 'grouped') return cell;
  return cell.split(',')[0] ?? '';
}

/** A few digits that are a right GTIN once zeros stand before them. */
function tooShortNote(text: string): LineNote | undefined {
  if (!/^\d{4,7}$/.test(text)) return undefined;
  const perhaps = text.padStart(8, '0');
  const gtin = parseGtin(perhaps);
  return gtin.ok && hasRightGtinCheckDigit(gtin.value) ? { kind: 'tooShort', perhaps } : undefined;
}

function readCodeLine(line: string): ReadLine {
  const [glnCell, productCode] = cellsOf(line);
  const { text, trace } = readSpreadsheetNumber(glnCell);
  const gln = parseGln(text);
  if (!gln.ok) return { note: { kind: 'glnFault', code: gln.fault.code } };
  if (productCode === '') return { note: { kind: 'codeMissing' } };
  if (productCode.length > longestProductCode) return { note: { kind: 'codeTooLong' } };
  const query = { by: 'code', gln: gln.value, productCode } as const;
  if (!hasRightGlnCheckDigit(gln.value)) return { query, note: checkDigitNote(gln.value) };
  return trace ? { query, note: { kind: 'marks', trace } } : { query };
}

/** GLN and code. After as many digits as a GLN has, a space is enough: that is how people type them. */
function cellsOf(line: string): [string, string] {
  const [, gln, code] = /^\s*(\d{13})\s+([^\s;,].*)$/.exec(line) ?? [];
  if (gln !== undefined && code !== undefined) return [gln, code.trim()];
  const separator = separatorIn(line);
  return separator ? [line.slice(0, separator.index), line.slice(separator.index + 1).trim()] : [line, ''];
}

/** What ends the first cell: a comma only where it is none in a number that a spreadsheet shortened. */
function separatorIn(line: string): RegExpExecArray | null {
  const sure = /[\t;]/.exec(line);
  return isShortenedNumber(line.slice(0, sure?.index)) ? sure : (/[\t;,]/.exec(line) ?? sure);
}

function checkDigitNote(digits: string): LineNote {
  return { kind: 'checkDigit', right: String(checkDigitOf(digits.slice(0, -1))) };
}
