import { AppError } from '../../../shared/errors/app-error.ts';
import {
  pointsOfPart,
  type Bounds,
  type Mesh,
  type ModelScene,
  type Part,
  type Point3,
} from '../../../shared/rpc/scene.ts';
import { createBox } from '../box.ts';
import { minus } from '../vectors.ts';
import { areCoordinates } from './coordinates.ts';
import type { NotShown } from './not-shown.ts';

/** A mesh as readers find it: in double precision, where its own numbers have it. */
export interface FoundMesh extends Omit<Mesh, 'positions'> {
  readonly positions: Float64Array;
}

/** A part as readers find it. */
export interface FoundPart extends Omit<Part, 'place' | 'meshes' | 'wires' | 'dots' | 'children'> {
  readonly meshes: readonly FoundMesh[];
  readonly wires?: readonly Float64Array[];
  readonly dots?: Float64Array | undefined;
  readonly children: readonly FoundPart[];
  /** What its shapes are to the format; where they cannot be drawn, they are named so. Else its type says it. */
  readonly kind?: string;
}

/** What parts are as a whole: one alone is all of it. */
export function wholeOf(parts: readonly FoundPart[]): FoundPart {
  const [only] = parts;
  return only && parts.length === 1 ? only : { name: '', meshes: [], children: parts };
}

type FoundScene = Pick<ModelScene, 'unit' | 'author'>;

/**
 * Puts the parts of a model around an origin in their middle, and the points of each around a place in the middle of it,
 * where single precision suffices. What has a point that is nowhere is left out.
 * @throws AppError `look-unreadable` where the tree of parts is deeper than any that people make, or nothing is left of it
 */
export function placeModel(found: FoundPart, scene: FoundScene, notShown: NotShown): ModelScene {
  const box = createBox();
  const root = undamaged(found, 0, (part) => {
    const points = pointsOfPart(part);
    const isWhole = points.every(areCoordinates);
    if (isWhole) for (const some of points) box.add(some);
    else notShown.addDamaged(part.kind ?? part.type ?? 'Part');
    return isWhole;
  });
  const bounds = box.bounds();
  const origin = middleOf(bounds);
  return {
    kind: 'model',
    ...scene,
    ...notShown.beside(bounds),
    root: placed(root, origin),
    origin,
    bounds: bounds && { min: minus(bounds.min, origin), max: minus(bounds.max, origin) },
  };
}

const deepestTree = 200;

/** Parts lose their own shapes where one point is nowhere: a solid with a hole would be taken for what somebody drew. */
function undamaged(part: FoundPart, depth: number, isWhole: (part: FoundPart) => boolean): FoundPart {
  if (depth > deepestTree) throw new AppError('look-unreadable', { detail: 'Its parts are nested too deeply.' });
  const shapes = isWhole(part) ? {} : { meshes: [], wires: [], dots: undefined };
  return { ...part, ...shapes, children: part.children.map((child) => undamaged(child, depth + 1, isWhole)) };
}

function placed(found: FoundPart, origin: Point3): Part {
  const { meshes, wires = [], dots, children, kind: _, ...part } = found;
  const box = createBox();
  for (const points of pointsOfPart(found)) box.add(points);
  const bounds = box.bounds();
  const middle = middleOf(bounds);
  return {
    ...part,
    place: bounds ? minus(middle, origin) : [0, 0, 0],
    meshes: meshes.map((mesh) => ({ ...mesh, positions: relative(mesh.positions, middle) })),
    wires: wires.map((wire) => relative(wire, middle)),
    ...(dots ? { dots: relative(dots, middle) } : {}),
    children: children.map((child) => placed(child, origin)),
  };
}

function relative(positions: Float64Array, to: Point3): Float32Array {
  const result = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 1) result[at] = (positions[at] ?? 0) - (to[at % 3] ?? 0);
  return result;
}

/** A whole number, so that what did not move keeps its points to the last bit. */
function middleOf(bounds: Bounds | undefined): Point3 {
  const along = (axis: 0 | 1 | 2): number => (bounds ? Math.round((bounds.min[axis] + bounds.max[axis]) / 2) : 0);
  return [along(0), along(1), along(2)];
}
