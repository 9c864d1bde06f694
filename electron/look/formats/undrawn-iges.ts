/** Types of entities without a surface, by their number (IGES 5.3, chapter 4). */
const kinds: Readonly<Record<number, string>> = {
  100: 'Circular Arc',
  102: 'Composite Curve',
  104: 'Conic Arc',
  106: 'Copious Data',
  110: 'Line',
  112: 'Parametric Spline Curve',
  116: 'Point',
  126: 'Rational B-Spline Curve',
  130: 'Offset Curve',
};

/** The first of the two lines that the directory has of each entity: its type, and its status. */
const entry = /^([ \d]{8}).{56}([ \d]{8})D[ \d]{6}[13579]/gm;

/** Not blanked, no piece of something else such as the edge of a surface, and geometry or annotation. */
const seen = /^00(00|02)(00|01)/;

/** What is to be seen in an IGES file, and of which nobody makes triangles. */
export function undrawnInIges(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, number, status = ''] of text.matchAll(entry)) {
    const type = Number(number);
    const kind = type >= 200 && type < 300 ? 'Annotation' : kinds[type];
    if (kind !== undefined && seen.test(status.replaceAll(' ', '0'))) found.add(kind);
  }
  return found;
}
