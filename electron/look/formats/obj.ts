import { AppError } from '../../../shared/errors/app-error.ts';
import { pointAt } from '../vectors.ts';
import { areCoordinates } from './coordinates.ts';
import { createNotShown, type NotShown } from './not-shown.ts';
import { placeModel, wholeOf, type FoundPart } from './place-meshes.ts';
import { trianglesOfPolygon } from './polygon.ts';
import type { ShapeBudget, ShapeReader } from './shape-source.ts';

/** Triangles of one object of the file, as numbers of its vertices. */
interface Gathered {
  readonly name: string;
  readonly corners: number[];
  faceCount: number;
  /** How many faces more it has, of which a corner is nowhere. */
  damaged: number;
}

const emptyObject = (name: string): Gathered => ({ name, corners: [], faceCount: 0, damaged: 0 });

/** Lines, points, curves and surfaces of splines, and materials, which stand in another file. */
const undrawn: ReadonlySet<string> = new Set(['l', 'p', 'curv', 'surf', 'usemtl']);
/** How many words a vertex with a colour has. */
const colouredWords = 6;

/** Wavefront OBJ: objects and groups of polygons. */
export const readObjShape: ShapeReader = async ({ bytes, budget }) => {
  const vertices: number[] = [];
  const objects: Gathered[] = [emptyObject('')];
  const notShown = createNotShown();
  const text = bytes.toString('utf8').replace(/\\(?:\r\n?|\n)/g, ' ');
  for (const line of text.split(/\r\n?|\n/)) {
    const [keyword, ...all] = line.trim().split(/\s+/);
    const comment = all.findIndex((word) => word.startsWith('#'));
    const words = comment < 0 ? all : all.slice(0, comment);
    if (keyword === 'v') {
      vertices.push(...[0, 1, 2].map((axis) => Number(words[axis])));
      if (words.length >= colouredWords) notShown.add('vertex colour');
    } else if (keyword !== undefined && undrawn.has(keyword)) notShown.add(keyword);
    else if (keyword === 'o' || keyword === 'g') objects.push(emptyObject(all.join(' ')));
    else if (keyword === 'f') addFace(objects.at(-1), words, vertices, budget);
  }
  const filled = objects.filter(({ faceCount, damaged }) => faceCount + damaged > 0);
  if (filled.length === 0) throw new AppError('look-unreadable', { detail: 'It has no faces.' });
  budget.spend('parts', filled.length);
  const parts = filled.map((object) => partOf(object, vertices, notShown));
  return placeModel(wholeOf(parts), { unit: undefined }, notShown);
};

/** A polygon as triangles. Corners count from 1, or backwards from the last vertex so far. */
function addFace(
  object: Gathered | undefined,
  words: readonly string[],
  vertices: readonly number[],
  budget: ShapeBudget,
): void {
  // Fewer corners hold no area.
  if (words.length < 3) return;
  const known = vertices.length / 3;
  const corners = words.map((word) => {
    const number = Number.parseInt(word, 10);
    return number < 0 ? known + number : number - 1;
  });
  if (!corners.every((corner) => corner >= 0 && corner < known))
    throw new AppError('look-unreadable', { detail: 'A face has a corner that is not there.' });
  budget.spend('triangles', corners.length - 2);
  if (!object) return;
  const points = corners.map((corner) => pointAt(vertices, corner));
  if (points.every(areCoordinates)) {
    for (const at of trianglesOfPolygon(points)) object.corners.push(corners[at] ?? 0);
    object.faceCount += 1;
  } else object.damaged += 1;
}

/** Takes the vertices that the part uses, in the order of their use. */
function partOf(object: Gathered, vertices: readonly number[], notShown: NotShown): FoundPart {
  const { name, corners, faceCount, damaged } = object;
  notShown.addDamaged('face', damaged);
  const places = new Map<number, number>();
  const positions: number[] = [];
  const indices = corners.map((corner) => {
    const known = places.get(corner);
    if (known !== undefined) return known;
    const place = places.size;
    places.set(corner, place);
    positions.push(...pointAt(vertices, corner));
    return place;
  });
  const mesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), faceCount };
  return { name, meshes: faceCount > 0 ? [mesh] : [], children: [] };
}
