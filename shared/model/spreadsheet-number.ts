/** What a spreadsheet did to a long number that it took for a quantity. */
export type SpreadsheetTrace = 'quoted' | 'decimals' | 'grouped';

export interface SpreadsheetNumber {
  /** The digits as they were before, or the cell as it is where nothing was recognised. */
  readonly text: string;
  readonly trace?: SpreadsheetTrace;
}

const quotes = /^=?\s*["'‘’“”]+|["'‘’“”]+$/g;
const withDecimals = /^(\d{8,})[.,]0+$/;
const grouped = /^\d{1,3}(?:[.,’']\d{3}){2,}$/;

/** Reads a cell as copied from a spreadsheet. Only marks around and between digits are left out, never a digit. */
export function readSpreadsheetNumber(cell: string): SpreadsheetNumber {
  const bare = cell.trim().replace(quotes, '').trim();
  const decimals = withDecimals.exec(bare);
  if (decimals?.[1] !== undefined) return { text: decimals[1], trace: 'decimals' };
  if (grouped.test(bare)) return { text: bare.replace(/\D/g, ''), trace: 'grouped' };
  return bare === cell.trim() ? { text: bare } : { text: bare, trace: 'quoted' };
}

/** Whether a spreadsheet wrote a number with an exponent, `8,7199E+12`: all digits but the first few are gone. */
export function isShortenedNumber(text: string): boolean {
  return /^\d(?:[.,]\d*)?E\+?\d{1,2}$/i.test(text.trim());
}

/** Whether a number looks as one does that was written with an exponent and expanded again: `8719900000000`. */
export function looksRounded(digits: string): boolean {
  return digits.length >= 12 && digits.endsWith('000000');
}
