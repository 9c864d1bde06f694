/** Codes of x of points where an entity stands; those of other entities are directions or sizes. */
const pointCodes: Readonly<Record<string, readonly number[]>> = {
  LINE: [10, 11],
  TEXT: [10, 11],
  SOLID: [10, 11, 12, 13],
  HATCH: [10, 11],
};

/**
 * Moves what stands in the model of a DXF file; blocks stay where they are.
 * @param to where a coordinate goes, in the units of the file
 */
export function shiftDxf(text: string, to: (value: number, axis: 0 | 1, handle: string) => number): string {
  const lines = text.split(/\r?\n/);
  let [section, type, handle] = ['', '', ''];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [code, value] = [Number(lines[at]), lines[at + 1]?.trim() ?? ''];
    if (code === 2 && lines[at - 1]?.trim() === 'SECTION') section = value;
    if (code === 0) [type, handle] = [value, ''];
    if (code === 5) handle = value;
    if (section !== 'ENTITIES' || handle === '') continue;
    const codes = pointCodes[type] ?? [10];
    const axis = codes.includes(code) ? 0 : codes.includes(code - 10) ? 1 : undefined;
    if (axis !== undefined) lines[at + 1] = String(to(Number(value), axis, handle));
  }
  return lines.join('\n');
}
