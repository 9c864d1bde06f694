/** A box as an IGES file (5.3): six flat B-spline surfaces (entity 128), in millimetres. */

const corners = [
  [0, 1, 2, 3],
  [4, 5, 6, 7],
  [0, 1, 4, 5],
  [2, 3, 6, 7],
  [0, 2, 4, 6],
  [1, 3, 5, 7],
] as const;

/** Degree 1 both ways, between 0 and 1; the corners in rows. */
function surface(points: readonly (readonly number[])[]): string {
  const knots = [0, 0, 1, 1];
  const numbers = [...knots, ...knots, 1, 1, 1, 1, ...points.flat(), 0, 1, 0, 1];
  return ['128', 1, 1, 1, 1, 0, 0, 1, 0, 0, ...numbers.map((number) => number.toFixed(3))].join(',') + ';';
}

const line = (text: string, section: string, number: number): string =>
  `${text.padEnd(72)}${section}${String(number).padStart(7)}`;

const inLines = (text: string, width: number): string[] =>
  text.match(new RegExp(`.{1,${width - 1}}(?:,|;|$)`, 'g')) ?? [];

const text = (value: string): string => `${value.length}H${value}`;

/** In the columns of the standard: 72 of text, the section, the number of the line. @param sizes along x, y and z, millimetres */
export function igesBox(sizes: readonly [number, number, number]): Buffer {
  const point = (at: number): number[] => sizes.map((size, axis) => ((at >> axis) & 1) * size);
  const global = [
    text(','),
    text(';'),
    ...[text('box'), text('box.igs'), text('by hand'), text('1')],
    ...[32, 38, 6, 308, 15],
    ...[text('box'), '1.0', 2, text('MM'), 1, '0.01', text('20260101.000000'), '1.0E-6', '10000.0'],
    ...[text('nobody'), text('nowhere'), 11, 0, text('20260101.000000')],
  ].join(',');
  const [directory, parameters]: [string[], string[]] = [[], []];
  for (const four of corners) {
    const entry = directory.length + 1;
    const pieces = inLines(surface(four.map(point)), 64);
    const field = (value: number | string): string => String(value).padStart(8);
    const head = [128, parameters.length + 1, 0, 0, 0, 0, 0, 0, '00000000'].map(field).join('');
    const rest = [128, 0, 0, pieces.length, 0, '', '', 'FACE', 0].map(field).join('');
    directory.push(line(head, 'D', entry), line(rest, 'D', entry + 1));
    for (const piece of pieces) {
      parameters.push(line(`${piece.padEnd(64)}${String(entry).padStart(8)}`, 'P', parameters.length + 1));
    }
  }
  const globals = inLines(`${global};`, 72).map((piece, at) => line(piece, 'G', at + 1));
  const counts = [1, globals.length, directory.length, parameters.length];
  const ends = counts.map((count, at) => `${'SGDP'[at]}${String(count).padStart(7)}`).join('');
  const lines = [line('A box', 'S', 1), ...globals, ...directory, ...parameters, line(ends, 'T', 1)];
  return Buffer.from(`${lines.join('\n')}\n`, 'latin1');
}
