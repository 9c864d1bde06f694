import type { Triple } from '../demo-class.ts';
import { list, real, text, type Part21Value, type Part21Writer } from './part21.ts';

/** A point, in millimetres. */
export function addPoint(writer: Part21Writer, at: Triple): Part21Value {
  return writer.add('CARTESIAN_POINT', text(''), list(at.map(real)));
}

/** A direction of length one. */
function addDirection(writer: Part21Writer, along: Triple): Part21Value {
  return writer.add('DIRECTION', text(''), list(along.map(real)));
}

/** A place with its z axis and its x axis. */
export function addPlacement(writer: Part21Writer, at: Triple, axis: Triple, reference: Triple): Part21Value {
  return writer.add(
    'AXIS2_PLACEMENT_3D',
    text(''),
    addPoint(writer, at),
    addDirection(writer, axis),
    addDirection(writer, reference),
  );
}

/** A straight edge between two vertices that lie at these points. */
export function addStraightEdge(
  writer: Part21Writer,
  from: { readonly vertex: Part21Value; readonly at: Triple },
  to: { readonly vertex: Part21Value; readonly at: Triple },
): Part21Value {
  const along: Triple = [to.at[0] - from.at[0], to.at[1] - from.at[1], to.at[2] - from.at[2]];
  const length = Math.hypot(...along);
  const direction = addDirection(writer, [along[0] / length, along[1] / length, along[2] / length]);
  const vector = writer.add('VECTOR', text(''), direction, real(length));
  const line = writer.add('LINE', text(''), addPoint(writer, from.at), vector);
  return writer.add('EDGE_CURVE', text(''), from.vertex, to.vertex, line, '.T.');
}

export function addVertex(writer: Part21Writer, at: Triple): { readonly vertex: Part21Value; readonly at: Triple } {
  return { vertex: writer.add('VERTEX_POINT', text(''), addPoint(writer, at)), at };
}

/** A use of an edge in a loop, forwards or backwards. */
export function addOrientedEdge(writer: Part21Writer, edge: Part21Value, isForward: boolean): Part21Value {
  return writer.add('ORIENTED_EDGE', text(''), '*', '*', edge, isForward ? '.T.' : '.F.');
}

/** A face on a surface, bounded by one loop that runs anticlockwise seen from outside. */
export function addFace(writer: Part21Writer, surface: Part21Value, loop: readonly Part21Value[]): Part21Value {
  const edgeLoop = writer.add('EDGE_LOOP', text(''), list(loop));
  const bound = writer.add('FACE_OUTER_BOUND', text(''), edgeLoop, '.T.');
  return writer.add('ADVANCED_FACE', text(''), list([bound]), surface, '.T.');
}

/** The solid that a closed set of faces encloses. */
export function addSolid(writer: Part21Writer, faces: readonly Part21Value[]): Part21Value {
  return writer.add('MANIFOLD_SOLID_BREP', text(''), writer.add('CLOSED_SHELL', text(''), list(faces)));
}
