/** Red, green, blue and opacity, each 0 … 1. */
export type Colour = readonly [red: number, green: number, blue: number, opacity: number];

export type Point3 = readonly [x: number, y: number, z: number];

/** The corners of what is there, in the units of the scene. */
export interface Bounds {
  readonly min: Point3;
  readonly max: Point3;
}

/** Triangles of one colour. Positions are in the units of the scene and relative to the place of their part. */
export interface Mesh {
  /** Three numbers for each vertex. */
  readonly positions: Float32Array;
  /** Three numbers for each vertex, of length 1; without them the triangles are flat. */
  readonly normals?: Float32Array | undefined;
  /** Three for each triangle, counter-clockwise as seen from outside. */
  readonly indices: Uint32Array;
  readonly colour?: Colour | undefined;
  /** Of the solid or the polygons that the triangles come from; absent where the file holds triangles. */
  readonly faceCount?: number | undefined;
}

/** A node of the tree that a model consists of. */
export interface Part {
  /** As the file says; empty where it gives none. */
  readonly name: string;
  /** What stays the same when the part is renamed or moved, such as the GlobalId of IFC. */
  readonly id?: string | undefined;
  /** The class of the part where its format has classes (`IfcWindow`). */
  readonly type?: string | undefined;
  /**
   * What its own points are relative to, itself relative to the origin of the scene. Parts are kilometres apart where
   * they stand by the coordinates of a country, and single precision is enough for each of them alone.
   */
  readonly place: Point3;
  readonly meshes: readonly Mesh[];
  /** Lines in space, three numbers for each point: curves, and the edges of solids that nobody can mesh. */
  readonly wires: readonly Float32Array[];
  /** Points alone, three numbers for each. */
  readonly dots?: Float32Array | undefined;
  readonly children: readonly Part[];
}

interface SceneBase {
  /** What the numbers are; `undefined` where the file does not say and only their proportions are known. */
  readonly unit: 'mm' | undefined;
  /** The person the file names as its author or last editor; for the person looking at it alone. */
  readonly author?: string | undefined;
  /** What else is in the file and cannot be drawn, as the format calls it (`3DSOLID`), sorted. */
  readonly notShown?: readonly string[] | undefined;
  /**
   * How many shapes of these kinds would be drawn if their coordinates were numbers that a drawing has; of what consists
   * of nothing but triangles or faces, how many of those.
   */
  readonly damaged?: number | undefined;
}

/** A model in space: x to the right, y to the back, z up. */
export interface ModelScene extends SceneBase {
  readonly kind: 'model';
  readonly root: Part;
  /** What the places of parts and the bounds are relative to. */
  readonly origin: Point3;
  /** Relative to the origin; `undefined` where nothing is to be seen. */
  readonly bounds: Bounds | undefined;
}

export interface Layer {
  readonly name: string;
  readonly colour: Colour;
  readonly isVisible: boolean;
}

/** Text in a drawing. */
export interface DrawnText {
  readonly text: string;
  /** Where each of its lines begins, has its middle or ends. */
  readonly align: 'left' | 'center' | 'right';
  /** There, on the base line of its first line. */
  readonly x: number;
  readonly y: number;
  /** Of a capital letter. */
  readonly height: number;
  /** How many times as wide as usual its letters are; below zero where they are seen from behind. */
  readonly stretch: number;
  /** Counter-clockwise, in radians. */
  readonly angle: number;
}

/** From one base line to the next, in heights of the text. */
export const lineSpacing = 5 / 3;

/** A filled area: its outer and inner edges, each two numbers for each point. What an odd number of them holds is filled. */
export type Fill = readonly Float64Array[];

/** Something on a drawing, flattened to what can be drawn at once. */
export interface Entity {
  /** What the program calls it, unique in its drawing; empty where the file gives none. */
  readonly handle: string;
  /** As the format calls it: `LINE`, `INSERT`. */
  readonly type: string;
  readonly layer: string;
  readonly colour: Colour;
  /** Two numbers for each point, in the units of the scene. */
  readonly lines: readonly Float64Array[];
  readonly fills: readonly Fill[];
  /**
   * What it is compared by, where it has patterns: rounding moves lines of a pattern into its area and out of it, so its
   * edges stand in their place, and what the patterns are.
   */
  readonly patterned?: { readonly lines: readonly Float64Array[]; readonly patterns: string } | undefined;
  readonly texts: readonly DrawnText[];
  /** Whether it is what the entity before it has on another layer; both are compared as one. */
  readonly belongsToPrevious?: boolean | undefined;
  /** Stands for what its file says of all of it and is not drawn, such as line types: equal where that is equal. */
  readonly unseen?: string | undefined;
}

/** A drawing in the plane: x to the right, y up. */
export interface DrawingScene extends SceneBase {
  readonly kind: 'drawing';
  readonly layers: readonly Layer[];
  readonly entities: readonly Entity[];
  readonly bounds: Bounds | undefined;
}

/** What is to be seen in a file. */
export type Scene = ModelScene | DrawingScene;

/** A part that has a shape, and the names of those that it is in, from the root. */
export interface PlacedPart {
  readonly part: Part;
  readonly path: readonly string[];
}

/** All points of a part: the corners of its meshes, then those of its lines, then those that stand alone. */
export function pointsOfPart<Points>({ meshes, wires, dots }: PointedPart<Points>): Points[] {
  return [...meshes.map(({ positions }) => positions), ...(wires ?? []), ...(dots ? [dots] : [])];
}

interface PointedPart<Points> {
  readonly meshes: readonly { readonly positions: Points }[];
  readonly wires?: readonly Points[] | undefined;
  readonly dots?: Points | undefined;
}

/** The parts of a model that have a shape of their own, in the order of the tree. */
export function partsOf(root: Part): PlacedPart[] {
  const found: PlacedPart[] = [];
  const waiting: PlacedPart[] = [{ part: root, path: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { part, path } = next;
    if (part.meshes.length > 0 || part.wires.length > 0 || part.dots) found.push(next);
    const inner = part.name === '' ? path : [...path, part.name];
    for (const child of part.children.toReversed()) waiting.push({ part: child, path: inner });
  }
  return found;
}
