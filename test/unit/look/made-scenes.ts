import type { Colour, DrawingScene, Entity, Mesh, ModelScene, Part, Point3 } from '../../../shared/rpc/scene.ts';

/** A closed box as a part. @param size its width, depth and height @param at its corner nearest to zero */
export function boxPart(name: string, size: Point3, at: Point3 = [0, 0, 0], colour?: Colour): Part {
  const positions = new Float32Array(24);
  for (let corner = 0; corner < 8; corner += 1) {
    positions.set(
      [0, 1, 2].map((axis) => (at[axis as 0] ?? 0) + ((corner >> axis) & 1) * (size[axis as 0] ?? 0)),
      corner * 3,
    );
  }
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const indices = Uint32Array.from(quads.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d]));
  const mesh: Mesh = { positions, indices, faceCount: 6, colour };
  return { name, place: [0, 0, 0], meshes: [mesh], wires: [], children: [] };
}

export function modelOf(...children: readonly Part[]): ModelScene {
  const all = children.flatMap(({ meshes }) => meshes.flatMap(({ positions }) => [...positions]));
  const along = (axis: number): number[] => all.filter((_, at) => at % 3 === axis);
  const corner = (pick: (...values: number[]) => number): Point3 => [
    pick(...along(0)),
    pick(...along(1)),
    pick(...along(2)),
  ];
  return {
    kind: 'model',
    unit: 'mm',
    origin: [0, 0, 0],
    bounds: all.length === 0 ? undefined : { min: corner(Math.min), max: corner(Math.max) },
    root: { name: 'made', place: [0, 0, 0], meshes: [], wires: [], children },
  };
}

/** A line of a drawing. */
export function lineEntity(handle: string, points: readonly number[], layer = '0'): Entity {
  return {
    handle,
    type: 'LINE',
    layer,
    colour: [1, 0, 0, 1],
    lines: [Float64Array.from(points)],
    fills: [],
    texts: [],
  };
}

export function drawingOf(...entities: readonly Entity[]): DrawingScene {
  return {
    kind: 'drawing',
    unit: 'mm',
    layers: [
      { name: '0', colour: [0, 0, 0, 1], isVisible: true },
      { name: 'off', colour: [0, 0, 0, 1], isVisible: false },
    ],
    entities,
    bounds: { min: [0, 0, 0], max: [100, 100, 0] },
  };
}
