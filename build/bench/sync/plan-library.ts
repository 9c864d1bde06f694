import { createSeededRandom, type SeededRandom } from '../../../test/simulator/seeded-random.ts';

/** The kinds of CAD file a benchmark's library holds, weighted as designers' libraries are. */
const kindWeights = [
  [30, 'rfa'],
  [30, 'dwg'],
  [15, 'ifc'],
  [15, 'step'],
  [10, 'dxf'],
] as const;

export type BodyKind = (typeof kindWeights)[number][1];

/** What a library is made of; the same numbers give the same library, byte for byte. */
export interface LibraryShape {
  readonly name: string;
  readonly files: number;
  readonly totalBytes: number;
  /** Sizes are log-normal around it; above 400 MB in all, files of 20 to 80 MB make up a third. */
  readonly medianBytes: number;
  /** How many files lie in the one folder that is renamed. */
  readonly hotFiles: number;
  readonly seed: number;
  /** Whether no path names a class, so that somebody has to say what the files show. */
  readonly unassigned?: boolean;
}

export interface PlannedFile {
  /** Below the library's root, with forward slashes. It names the classes, so every file has a key of its own (unless they are `unassigned`). */
  readonly path: string;
  readonly kind: BodyKind;
  readonly sizeBytes: number;
  readonly place: number;
}

/** The folder that is renamed, under its first name. */
export const hotFolder = 'EC000001 Sanitary/Range A';

const filesPerFolder = 25;
const stems = ['Door', 'Window', 'Valve', 'Luminaire', 'Pump', 'Radiator', 'Duct', 'Bracket', 'Cabinet', 'Schalter-ü'];
/** No body of any kind can be smaller and still be whole. */
const smallestBytes = 2_048;
const largeFrom = 20e6;
const largeTo = 80e6;
const smallTo = 15e6;

/** The files of a library, in the order in which they are written. */
export function planLibrary(shape: LibraryShape): readonly PlannedFile[] {
  const random = createSeededRandom(shape.seed);
  const folderCount = Math.max(1, Math.floor((shape.files - shape.hotFiles) / filesPerFolder));
  return planSizes(shape, random).map((sizeBytes, place) => {
    const kind = random.weighted(kindWeights);
    const folder = place < shape.hotFiles ? hotFolder : folderAt(random.between(0, folderCount - 1));
    const name = `${stems[place % stems.length]} MC${String(place + 1).padStart(6, '0')}.${kind}`;
    const path = `${folder}/${name}`;
    return { path: shape.unassigned ? withoutClasses(path) : path, kind, sizeBytes, place };
  });
}

function withoutClasses(path: string): string {
  return path.replace(/EC\d/g, 'Group ').replace(/MC\d/g, 'No ');
}

function folderAt(place: number): string {
  const etimClass = String(2 + Math.floor(place / 4)).padStart(6, '0');
  return `EC${etimClass}/Series ${(place % 4) + 1}`;
}

/** Sizes that add up to the total, whose median is the wanted one. */
function planSizes({ files, totalBytes, medianBytes }: LibraryShape, random: SeededRandom): number[] {
  const large: number[] = [];
  if (totalBytes >= 400e6 && files >= 100) {
    for (let left = totalBytes / 3; left > largeFrom; left -= large.at(-1) ?? left) {
      large.push(Math.floor(Math.min(largeFrom + random.next() * (largeTo - largeFrom), Math.max(left, largeFrom))));
    }
  }
  const count = files - large.length;
  const total = totalBytes - sum(large);
  const median = Math.min(medianBytes, total / count / 1.05);
  const sigma = Math.sqrt(2 * Math.log(total / count / median));
  const drawn = Array.from({ length: count }, () => Math.min(median * Math.exp(sigma * normal(random)), smallTo));
  // Only what lies above the median is stretched to reach the total, so the median stays.
  const above = sum(drawn.map((size) => Math.max(0, size - median)));
  const stretch = Math.max(0.05, (total - sum(drawn) + above) / above);
  const small = drawn.map((size) => (size <= median ? size : median + (size - median) * stretch));
  return shuffled([...small.map((size) => Math.max(smallestBytes, Math.round(size))), ...large], random);
}

/** A normally distributed number around 0 (Box–Muller). */
function normal(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

function shuffled(sizes: number[], random: SeededRandom): number[] {
  for (let last = sizes.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last);
    [sizes[last], sizes[other]] = [sizes[other] ?? 0, sizes[last] ?? 0];
  }
  return sizes;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
