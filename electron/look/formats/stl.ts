import { AppError } from '../../../shared/errors/app-error.ts';
import { facetBytes, headerBytes, isBinaryStl } from '../../cad/stl.ts';
import { areCoordinates } from './coordinates.ts';
import { createNotShown, type NotShown } from './not-shown.ts';
import { placeModel, wholeOf, type FoundPart } from './place-meshes.ts';
import type { ShapeBudget, ShapeReader } from './shape-source.ts';

/** Triangles of one solid of the file. */
interface Solid {
  readonly name: string;
  readonly numbers: ArrayLike<number>;
}

/** STL, binary or as text: triangles and nothing else, not even a unit. As text it may have several solids with names. */
export const readStlShape: ShapeReader = async ({ bytes, budget }) => {
  const notShown = createNotShown();
  const solids = isBinaryStl(bytes.subarray(0, headerBytes), bytes.length)
    ? [{ name: '', numbers: binaryFacets(bytes, budget, notShown) }]
    : textSolids(bytes.toString('latin1'), budget);
  const parts = solids.filter(({ numbers }) => numbers.length > 0).map((solid) => partOf(solid, notShown));
  if (parts.length === 0) throw new AppError('look-unreadable', { detail: 'It has no triangles.' });
  budget.spend('parts', parts.length);
  return placeModel(wholeOf(parts), { unit: undefined }, notShown);
};

/** Without the triangles that are nowhere. */
function partOf({ name, numbers }: Solid, notShown: NotShown): FoundPart {
  const all = Float64Array.from(numbers);
  let kept = 0;
  for (let at = 0; at < all.length; at += 9) {
    if (!areCoordinates(all.subarray(at, at + 9))) continue;
    all.copyWithin(kept, at, at + 9);
    kept += 9;
  }
  notShown.addDamaged('facet', (all.length - kept) / 9);
  const positions = all.subarray(0, kept);
  const indices = Uint32Array.from({ length: kept / 3 }, (_, index) => index);
  return { name, meshes: kept > 0 ? [{ positions, indices }] : [], children: [] };
}

function binaryFacets(bytes: Buffer, budget: ShapeBudget, notShown: NotShown): Float64Array {
  const stated = bytes.readUInt32LE(80);
  const count = Math.min(stated, Math.floor((bytes.length - headerBytes) / facetBytes));
  if (count < stated) throw brokenOff();
  if (bytes.length >= headerBytes + facetBytes * (stated + 1)) {
    throw new AppError('look-unreadable', { detail: 'It has more triangles than it says.' });
  }
  budget.spend('triangles', count);
  const positions = new Float64Array(count * 9);
  for (let facet = 0; facet < count; facet += 1) {
    // The normal stands first; the corners say it better.
    const start = headerBytes + facet * facetBytes + 12;
    for (let at = 0; at < 9; at += 1) positions[facet * 9 + at] = bytes.readFloatLE(start + at * 4);
    // Some programs put the colour of the facet into them.
    if (bytes.readUInt16LE(start + 36) !== 0) notShown.add('attribute byte count');
  }
  return positions;
}

/** The beginning of a solid with its name, its end, or a corner of a triangle. */
const word = /^(?:\xef\xbb\xbf)?[ \t]*(?:(solid|endsolid)\b[ \t]*([^\r\n]*))|\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/gim;

function textSolids(text: string, budget: ShapeBudget): Solid[] {
  const solids: { readonly name: string; readonly numbers: number[] }[] = [];
  let isOpen = false;
  for (const [, edge, name = '', x, y, z] of text.matchAll(word)) {
    const isBeginning = edge?.toLowerCase() === 'solid';
    const numbers = solids.at(-1)?.numbers;
    // Corners and ends belong to a solid that began, and between two solids no triangle is half done.
    if (isOpen === isBeginning || (edge && (numbers?.length ?? 0) % 9 !== 0)) throw brokenOff();
    if (edge) isOpen = isBeginning;
    if (isBeginning) solids.push({ name: name.trim(), numbers: [] });
    if (edge || !numbers) continue;
    if (numbers.length % 9 === 0) budget.spend('triangles', 1);
    numbers.push(Number(x), Number(y), Number(z));
  }
  if (isOpen || solids.length === 0) throw brokenOff();
  return solids;
}

const brokenOff = (): AppError => new AppError('look-unreadable', { detail: 'It ends before its last triangle.' });
