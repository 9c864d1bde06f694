import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { z } from 'zod';

/** The screens that are kept as pictures, by their names in `window-pictures.ts`. */
export const screens = [
  'library',
  'library-table-detail',
  'products',
  'publish',
  'library-conflict',
  'validation',
  'settings',
  'look',
] as const;
export const themes = ['light', 'dark'] as const;
export const probeName = 'probe.png';

/** Where the kept pictures are. */
export const keptScreens = import.meta.dirname;

/**
 * What the kept pictures were drawn with. Another Chromium draws otherwise, and so do other fonts: `probe` is the hash of
 * the pixels of a page of text.
 */
const drawnWith = z.object({ chromium: z.string(), probe: z.string() });
type DrawnWith = z.output<typeof drawnWith>;

const besides = join(keptScreens, 'drawn-with.json');

export const readDrawnWith = (): DrawnWith => drawnWith.parse(JSON.parse(readFileSync(besides, 'utf8')));

/** Draws all of them into a folder, in a process of its own, in which it is always the same moment. */
export async function drawScreens(folder: string): Promise<DrawnWith> {
  const script = join(keptScreens, 'draw-screens.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder]);
  const { data } = PNG.sync.read(readFileSync(join(folder, probeName)));
  return { chromium: stdout, probe: hash('sha256', data, 'hex') };
}

/** Draws all of them again, to be kept in place of the pictures that are. */
export async function keepScreens(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'screens-'));
  const found = await drawScreens(folder);
  for (const name of screens.flatMap(filesOf))
    writeFileSync(join(keptScreens, name), packScreen(readFileSync(join(folder, name))));
  writeFileSync(besides, `${JSON.stringify(found, undefined, 2)}\n`);
}

/** The pictures of a screen, one of each theme. */
export const filesOf = (screen: (typeof screens)[number]): string[] => themes.map((theme) => `${screen}-${theme}.png`);

/**
 * How many pixels differ between two pictures of a screen; where they do, `seen` is a picture of the differences.
 * Of a shade that no eye tells apart, and of the edges of letters, nothing is said.
 */
export function compareScreens(kept: Buffer, drawn: Buffer): { readonly differing: number; readonly seen: Buffer } {
  const [a, b] = [PNG.sync.read(kept), PNG.sync.read(drawn)];
  const { width, height } = a;
  if (b.width !== width || b.height !== height) return { differing: width * height, seen: drawn };
  const difference = new PNG({ width, height });
  const differing = pixelmatch(a.data, b.data, difference.data, width, height, { threshold: 0.025 });
  return { differing, seen: PNG.sync.write(difference) };
}

/** So many shades of each colour are kept: what they differ from the true ones is less than what is compared. */
const shades = 32;

/** The picture as small as it can be kept. */
function packScreen(drawn: Buffer): Buffer {
  const png = PNG.sync.read(drawn);
  const step = 255 / (shades - 1);
  png.data.forEach((value, at) => (png.data[at] = Math.round(Math.round(value / step) * step)));
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 });
}
