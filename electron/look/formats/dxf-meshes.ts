import { closed, polyline, type Point2 } from './dxf-curves.ts';
import { numberIn, verticesIn, type GroupedEntity } from './dxf-groups.ts';

/** What the flags of a polyline and of its vertices say (code 70). */
const [closedRows, gridMesh, closedColumns, polyface, ofPolyface] = [1, 16, 32, 64, 128];

const flagsOf = (entity: GroupedEntity): number => numberIn(entity.groups, 70);
const pointsOf = ({ groups }: GroupedEntity): Point2[] => verticesIn(groups, [10]);

/** The lines of a polyline that is a surface; `undefined` for one that is a line. */
export function meshLines(entity: GroupedEntity): Float64Array[] | undefined {
  if ((flagsOf(entity) & polyface) !== 0) return faceLines(entity.members);
  return (flagsOf(entity) & gridMesh) === 0 ? undefined : gridLines(entity);
}

/** Vertices come first, and then faces: the numbers of their corners from 1, below zero where an edge is hidden. */
function faceLines(members: readonly GroupedEntity[]): Float64Array[] {
  const isFace = (vertex: GroupedEntity): boolean => (flagsOf(vertex) & (polyface | ofPolyface)) === ofPolyface;
  const points = members.filter((vertex) => !isFace(vertex)).flatMap(pointsOf);
  return members.filter(isFace).flatMap((face) => {
    const corners = [71, 72, 73, 74].flatMap((code) => points[Math.abs(numberIn(face.groups, code)) - 1] ?? []);
    return corners.length < 2 ? [] : [closed(polyline(corners))];
  });
}

/** A net of rows and columns. */
function gridLines(entity: GroupedEntity): Float64Array[] {
  const points = entity.members.flatMap(pointsOf);
  const columns = Math.max(1, Math.trunc(numberIn(entity.groups, 72, 1)));
  const rows = Array.from({ length: Math.floor(points.length / columns) }, (_, row) =>
    points.slice(row * columns, (row + 1) * columns),
  );
  const along = Array.from({ length: rows.length > 0 ? columns : 0 }, (_, column) =>
    rows.flatMap((row) => row[column] ?? []),
  );
  const lines = (net: readonly Point2[][], flag: number): Float64Array[] =>
    net.map((line) => ((flagsOf(entity) & flag) === 0 ? polyline(line) : closed(polyline(line))));
  return [...lines(rows, closedColumns), ...lines(along, closedRows)];
}
