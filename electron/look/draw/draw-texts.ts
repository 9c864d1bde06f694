import { lineSpacing, type DrawnText } from '../../../shared/rpc/scene.ts';
import { strokeLetter } from './stroke-letters.ts';

/** The share of its height that a letter is wide, and that a small letter is high, where it is not drawn itself. */
const [letterWidth, smallHeight] = [0.75, 0.68];
/** A letter that is lower cannot be read, in points of the canvas. */
const leastLetter = 12;
/** More letters than this nobody reads in one picture. */
const mostLetters = 20_000;

/** Sets the texts of one picture as lines. @param scale points of the canvas for each unit of the drawing */
export function createTextSetting(scale: number): (text: DrawnText) => Float64Array[] {
  let left = mostLetters;
  return (text) => {
    const isLegible = text.height * scale >= leastLetter && text.text.length <= left;
    if (!isLegible) return barsOf(text);
    left -= text.text.length;
    return strokesOf(text);
  };
}

/** Each letter as the strokes that it is written with; a bar for what the font does not have. */
function strokesOf(text: DrawnText): Float64Array[] {
  const place = placing(text);
  return text.text.split('\n').flatMap((line, row) => {
    const letters = Array.from(line, strokeLetter);
    const width = letters.reduce((sum, letter) => sum + (letter?.width ?? letterWidth), 0);
    let start = startOf(text, width);
    return letters.flatMap((letter) => {
      const from = start;
      start += letter?.width ?? letterWidth;
      const strokes = letter?.strokes ?? [bar(0, letterWidth * 0.7)];
      return strokes.map((stroke) =>
        place(
          stroke.map(([x, y]) => [from + x, y] as const),
          row,
        ),
      );
    });
  });
}

/** Words as what they look like from afar: a bar for each, as high as a small letter. */
function barsOf(text: DrawnText): Float64Array[] {
  const place = placing(text);
  return text.text.split('\n').flatMap((line, row) => {
    const start = startOf(text, line.length * letterWidth);
    return [...line.matchAll(/\S+/g)].map(({ 0: word, index }) =>
      place(bar(start + index * letterWidth, start + (index + word.length - 0.3) * letterWidth), row),
    );
  });
}

/** The corners of what a text covers, about: it is as wide as most letters are. */
export function cornersOf(text: DrawnText): Float64Array {
  const place = placing(text);
  const rows = text.text.split('\n');
  const width = letterWidth * rows.reduce((most, { length }) => Math.max(most, length), 0);
  const left = startOf(text, width);
  const ends = (up: number): Stroke => [
    [left, up],
    [left + width, up],
  ];
  return Float64Array.of(...place(ends(1), 0), ...place(ends(0), rows.length - 1));
}

type Stroke = readonly (readonly [x: number, y: number])[];

function bar(left: number, right: number): Stroke {
  return [
    [left, 0],
    [right, 0],
    [right, smallHeight],
    [left, smallHeight],
    [left, 0],
  ];
}

/** Where a line begins, in heights of a letter from the point that it is aligned to. */
function startOf({ align }: DrawnText, width: number): number {
  return align === 'left' ? 0 : align === 'right' ? -width : -width / 2;
}

/** Brings a stroke of a row from heights of a letter to its place in the drawing. */
function placing({ x, y, height, angle, stretch }: DrawnText): (stroke: Stroke, row: number) => Float64Array {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (stroke, row) =>
    Float64Array.from(
      stroke.flatMap(([across, above]) => {
        const [right, up] = [across * height * stretch, (above - row * lineSpacing) * height];
        return [x + cos * right - sin * up, y + sin * right + cos * up];
      }),
    );
}
