import { hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { PictureRecord } from '../../../shared/rpc/picture-record.ts';
import { chunk, makePngOf } from '../../unit/cad/made-pictures.ts';

/** Pictures as programs leave them in files: drawn here with a few shapes, on white. */

const [width, height] = [128, 96];
type Tone = number;
/** How light each point is, 0 to 255; `undefined` leaves the paper white. */
type Drawing = (x: number, y: number) => Tone | undefined;

const inside = (x: number, y: number, [left, top, right, bottom]: readonly [number, number, number, number]) =>
  x >= left && x < right && y >= top && y < bottom;

const panelRadiator: Drawing = (x, y) => {
  if (!inside(x, y, [8, 26, 120, 74])) return inside(x, y, [104, 74, 110, 86]) ? 120 : undefined;
  return (x - 8) % 8 < 2 || y < 30 || y >= 70 ? 150 : 205;
};
const designRadiator: Drawing = (x, y) => {
  if (inside(x, y, [44, 8, 50, 90]) || inside(x, y, [78, 8, 84, 90])) return 110;
  return inside(x, y, [40, 12, 88, 86]) && (y - 12) % 12 < 7 ? 175 : undefined;
};
const valve: Drawing = (x, y) => {
  if (inside(x, y, [20, 12, 100, 20]) || inside(x, y, [60, 20, 68, 40])) return 90;
  if ((x - 64) ** 2 + (y - 58) ** 2 < 24 ** 2) return 150 + (x - 64);
  return inside(x, y, [14, 46, 114, 70]) ? 185 : undefined;
};
const pump: Drawing = (x, y) => {
  const distance = (x - 64) ** 2 + (y - 48) ** 2;
  if (distance < 14 ** 2) return 90;
  if (distance < 32 ** 2) return 160 + (y - 48);
  return inside(x, y, [6, 40, 122, 56]) ? 205 : undefined;
};
const earlierPump: Drawing = (x, y) => (inside(x, y, [6, 66, 122, 72]) ? 120 : pump(x, y));

/** What a name shows; the files of other names have no picture in them. */
const drawings: readonly (readonly [name: RegExp, drawing: Drawing])[] = [
  [/Design radiator/, designRadiator],
  [/Panel radiator(?!.*\.ifc)/, panelRadiator],
  [/[Vv]alve.*\.(rfa|dwg|sldprt|ipt)/, valve],
  [/Pump.*\.rfa/, pump],
];

const hashOf = (text: string): string => hash('sha256', text, 'hex');

/** The hash of the bytes of an example file. */
export const looksOf = (name: string): string => hashOf(drawnName(name) ?? name);

/** The hash of bytes that a file had, or that stand against it. */
export const earlierLooks = hashOf('an earlier pump');

function drawnName(name: string): string | undefined {
  return drawings.find(([pattern]) => pattern.test(name))?.[0].source;
}

export function examplePictures(): ReadonlyMap<string, PictureRecord> {
  return new Map([
    ...drawings.map(([{ source }, drawing]) => [hashOf(source), draw(drawing)] as const),
    [earlierLooks, draw(earlierPump)] as const,
  ]);
}

function draw(drawing: Drawing): PictureRecord {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.writeUInt8(drawing(x, y) ?? 255, y * (width + 1) + 1 + x);
  }
  const bytes = makePngOf([chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
  return { mediaType: 'image/png', base64: bytes.toString('base64') };
}
