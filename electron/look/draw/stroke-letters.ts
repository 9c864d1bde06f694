import letters, { type VectorChar } from '@jscad/modeling/src/text/vectorChar.js';

// Its one export is the function; its types say otherwise.
const letterOf = letters as unknown as (options: { readonly height: number }, letter: string) => VectorChar;

/** A letter as the strokes of a pen, in heights of a capital letter: from 0 on its base line, with what is free beside it. */
interface StrokeLetter {
  readonly width: number;
  readonly strokes: readonly (readonly (readonly [x: number, y: number])[])[];
}

/** A capital letter of the font is so high where its own unit of height is this. */
const [capital, fontHeight] = [21, 14];
/** The letters of the font are wider than those that drawings are set in. */
const narrow = 0.8;

/** Signs that drawings are full of, and the font does not have; in the numbers of the font. */
const signs: Readonly<Record<string, StrokeLetter>> = {
  '°': { width: 10, strokes: [circle(5, 18, 3)] },
  '±': { width: 26, strokes: [line(13, 20, 13, 4), line(5, 12, 21, 12), line(5, 0, 21, 0)] },
  Ø: { width: 22, strokes: [...glyphOf('O').strokes, line(2, -3, 20, 24)] },
  ø: { width: 19, strokes: [...glyphOf('o').strokes, line(3, -3, 16, 17)] },
  '×': { width: 18, strokes: [line(4, 4, 14, 14), line(4, 14, 14, 4)] },
};

/** Signs that look much like one of the font. */
const alike: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '⁄': '/',
  '\t': ' ',
};
const known = new Map<string, StrokeLetter | undefined>();

/** A letter of the line font of A. V. Hershey, without its accents; `undefined` where it has none for it. */
export function strokeLetter(letter: string): StrokeLetter | undefined {
  if (known.has(letter)) return known.get(letter);
  const base = letter.normalize('NFKD').replace(/\p{M}/gu, '');
  const plain = [...base].map((part) => alike[part] ?? part).join('');
  const found = signs[letter] ?? (/^[ -~]+$/.test(plain) ? besides([...plain].map(glyphOf)) : undefined);
  const scaled = found && scaledToCapital(found);
  known.set(letter, scaled);
  return scaled;
}

function glyphOf(letter: string): StrokeLetter {
  const { width, segments } = letterOf({ height: fontHeight }, letter);
  return { width, strokes: segments };
}

/** Several letters that stand for one, such as those of a fraction. */
function besides(parts: readonly StrokeLetter[]): StrokeLetter {
  let width = 0;
  const strokes: StrokeLetter['strokes'][number][] = [];
  for (const part of parts) {
    const left = width;
    strokes.push(...part.strokes.map((stroke) => stroke.map(([x, y]) => [left + x, y] as const)));
    width += part.width;
  }
  return { width, strokes };
}

function scaledToCapital({ width, strokes }: StrokeLetter): StrokeLetter {
  const scale = 1 / capital;
  return {
    width: width * narrow * scale,
    strokes: strokes.map((stroke) => stroke.map(([x, y]) => [x * narrow * scale, y * scale] as const)),
  };
}

function line(x: number, y: number, toX: number, toY: number): StrokeLetter['strokes'][number] {
  return [
    [x, y],
    [toX, toY],
  ];
}

function circle(x: number, y: number, radius: number): StrokeLetter['strokes'][number] {
  const corners = 12;
  return Array.from({ length: corners + 1 }, (_, corner) => {
    const angle = (corner / corners) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });
}
