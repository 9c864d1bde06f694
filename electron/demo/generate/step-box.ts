import { AppError } from '../../../shared/errors/app-error.ts';
import type { Triple } from '../demo-class.ts';
import { text, type Part21Value, type Part21Writer } from './part21.ts';
import type { Solid } from './solids.ts';
import { addFace, addOrientedEdge, addPlacement, addSolid, addStraightEdge, addVertex } from './step-geometry.ts';

/** Corners by number: bit 0 is x, bit 1 is y, bit 2 is z. Loops run anticlockwise seen from outside. */
const faces: readonly { readonly corners: readonly number[]; readonly normal: Triple; readonly reference: Triple }[] = [
  { corners: [0, 2, 3, 1], normal: [0, 0, -1], reference: [1, 0, 0] },
  { corners: [4, 5, 7, 6], normal: [0, 0, 1], reference: [1, 0, 0] },
  { corners: [0, 1, 5, 4], normal: [0, -1, 0], reference: [1, 0, 0] },
  { corners: [2, 6, 7, 3], normal: [0, 1, 0], reference: [1, 0, 0] },
  { corners: [0, 4, 6, 2], normal: [-1, 0, 0], reference: [0, 1, 0] },
  { corners: [1, 3, 7, 5], normal: [1, 0, 0], reference: [0, 1, 0] },
];

/** A box as six plane faces that share twelve edges and eight vertices. */
export function addBoxBrep(writer: Part21Writer, { at, size }: Solid & { readonly kind: 'box' }): Part21Value {
  const vertices = Array.from({ length: 8 }, (_none, corner) =>
    addVertex(writer, [
      at[0] + (corner & 1 ? 0.5 : -0.5) * size[0],
      at[1] + (corner & 2 ? 0.5 : -0.5) * size[1],
      at[2] + (corner & 4 ? size[2] : 0),
    ]),
  );
  const edges = new Map<string, Part21Value>();
  const edgeBetween = (from: number, to: number): Part21Value => {
    const [low, high] = from < to ? [from, to] : [to, from];
    const known = edges.get(`${low}-${high}`);
    if (known !== undefined) return known;
    const edge = addStraightEdge(writer, vertexAt(vertices, low), vertexAt(vertices, high));
    edges.set(`${low}-${high}`, edge);
    return edge;
  };
  const solidFaces = faces.map(({ corners, normal, reference }) => {
    const loop = corners.map((from, index) => {
      const to = corners[(index + 1) % corners.length] ?? from;
      return addOrientedEdge(writer, edgeBetween(from, to), from < to);
    });
    const origin = vertexAt(vertices, corners[0] ?? 0).at;
    return addFace(writer, writer.add('PLANE', text(''), addPlacement(writer, origin, normal, reference)), loop);
  });
  return addSolid(writer, solidFaces);
}

type Vertex = ReturnType<typeof addVertex>;

function vertexAt(vertices: readonly Vertex[], corner: number): Vertex {
  const vertex = vertices[corner];
  if (!vertex) throw new AppError('unexpected-failure', { detail: `a box has no corner ${corner}` });
  return vertex;
}
