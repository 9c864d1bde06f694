/** A point and a comma each part digits in groups of three, or a whole number from its places; blanks and ' only part groups. */
const plain = /^(\d+)(?:[.](\d+))?$/;
const commaPlaces = /^(\d+),(\d+)$/;
const groupedByPoints = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/;
const groupedByCommas = /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;
const groupedByBlanks = /^(\d{1,3}(?:[ '’]\d{3})+)(?:[.,](\d+))?$/;

const mostDigits = 25;

/**
 * The number a catalogue writes, as decimal text (`-1234.5`); undefined where it is none or may be two. BMEcat parts
 * places by a point; catalogues also use a comma and group digits (`1.234,5`). `1,234` may be either and is neither.
 */
export function readNumber(text: string): string | undefined {
  const [, sign = '', rest = ''] = /^([+\-−]?)(.*)$/.exec(text.normalize('NFKC').trim()) ?? [];
  const read = readUnsigned(rest);
  if (read === undefined || read.length > mostDigits) return undefined;
  return sign === '' || sign === '+' ? read : `-${read}`;
}

function readUnsigned(text: string): string | undefined {
  if (plain.test(text)) return text;
  const comma = commaPlaces.exec(text);
  // Three digits behind a comma may be places or a group, unless no group can come before them.
  if (comma && !/^[1-9]\d{0,2},\d{3}$/.test(text)) return `${comma[1]}.${comma[2]}`;
  for (const [pattern, isGrouped] of [
    [groupedByPoints, (digits: string) => text.includes(',') || digits.split('.').length > 2],
    [groupedByCommas, (digits: string) => text.includes('.') || digits.split(',').length > 2],
    [groupedByBlanks, () => true],
  ] as const) {
    const [, digits, places] = pattern.exec(text) ?? [];
    if (digits === undefined || !isGrouped(digits)) continue;
    return places === undefined ? digits.replace(/\D/g, '') : `${digits.replace(/\D/g, '')}.${places}`;
  }
  return undefined;
}
