import type { DxfVertex } from './dxf-groups.ts';

/** How far a chord may turn: small enough that a circle as large as the picture looks round. */
const stepRadians = Math.PI / 36;
const rounding = 1e-6;

/** A point of a drawing. */
export interface Point2 {
  readonly x: number;
  readonly y: number;
}

/** Where a point is of which the file does not say where it is. */
export const nowhere: Point2 = { x: NaN, y: NaN };

export function polyline(points: readonly Point2[] = []): Float64Array {
  return Float64Array.from(points.flatMap(({ x, y }) => [x, y]));
}

export function closed(line: Float64Array): Float64Array {
  return Float64Array.of(...line, ...line.subarray(0, 2));
}

/** Points of a curve by its angle, from one to the other in equal steps; backwards where `to` is less. */
export function turns(from: number, to: number, at: (angle: number) => Point2): Point2[] {
  // A quarter of a turn has as many pieces when it was rounded to a little more.
  const steps = Math.ceil(Math.abs(to - from) / stepRadians - rounding);
  const pieces = Math.min(360, Math.max(1, steps || 1));
  return Array.from({ length: pieces + 1 }, (_, piece) => at(from + ((to - from) * piece) / pieces));
}

/** The points of a line whose pieces may be arcs: a bulge is the tangent of a quarter of the angle. */
export function bulged(vertices: readonly DxfVertex[], isClosed: boolean): Point2[] {
  const ends = isClosed ? [...vertices, ...vertices.slice(0, 1)] : vertices;
  return ends.flatMap((vertex, index) => {
    const next = ends[index + 1];
    return next && vertex.bulge !== undefined ? [vertex, ...bulge(vertex, next, vertex.bulge)] : [vertex];
  });
}

/** The points between two ends of an arc. */
function bulge(from: Point2, to: Point2, tangent: number): Point2[] {
  if (Number.isNaN(tangent)) return [nowhere];
  const angle = 4 * Math.atan(tangent);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  // From the middle of the chord to the middle of the circle.
  const away = (1 / tangent - tangent) / 4;
  const centre = { x: (from.x + to.x) / 2 - away * dy, y: (from.y + to.y) / 2 + away * dx };
  const radius = Math.hypot(from.x - centre.x, from.y - centre.y);
  const start = Math.atan2(from.y - centre.y, from.x - centre.x);
  return turns(start, start + angle, (at) => ({
    x: centre.x + radius * Math.cos(at),
    y: centre.y + radius * Math.sin(at),
  })).slice(1, -1);
}

/** A B-spline as files give it; one that has no control points goes through its fit points. */
export interface Spline {
  readonly degree: number;
  readonly knots: readonly number[];
  readonly controlPoints: readonly Point2[];
  /** How strongly each control point pulls; all alike where there are not as many. */
  readonly weights: readonly number[];
  readonly fitPoints: readonly Point2[];
}

/** A B-spline by the algorithm of de Boor; one that only has points that it goes through, as a line through them. */
export function splinePoints({ degree, knots, controlPoints, weights, fitPoints }: Spline): readonly Point2[] {
  // Without them its points would be joined by lines, as if the file had asked for that.
  if ([degree, ...knots].some(Number.isNaN)) return [nowhere];
  const [start = 0, end = 0] = [knots[degree], knots[controlPoints.length]];
  const isWhole = knots.length >= controlPoints.length + degree + 1 && controlPoints.length > degree && degree > 0;
  if (!isWhole || !(end > start)) return fitPoints.length > 0 ? fitPoints : controlPoints;
  const pieces = Math.min(1_000, controlPoints.length * 8);
  const isWeighted = weights.length === controlPoints.length;
  const pointAt = (place: number): Point2 => {
    let span = degree;
    while (span < controlPoints.length - 1 && place >= (knots[span + 1] ?? end)) span += 1;
    const points = controlPoints.slice(span - degree, span + 1).map(({ x, y }, at) => {
      const weight = isWeighted ? (weights[span - degree + at] ?? NaN) : 1;
      return [x * weight, y * weight, weight] as const;
    });
    for (let round = 1; round <= degree; round += 1) {
      for (let index = degree; index >= round; index -= 1) {
        const left = knots[span - degree + index] ?? 0;
        const width = (knots[span + 1 + index - round] ?? 0) - left;
        const share = width === 0 ? 0 : (place - left) / width;
        const [before, point] = [points[index - 1], points[index]];
        if (!before || !point) continue;
        const between = (axis: 0 | 1 | 2): number => before[axis] + share * (point[axis] - before[axis]);
        points[index] = [between(0), between(1), between(2)];
      }
    }
    const [x, y, weight] = points[degree] ?? [NaN, NaN, NaN];
    return { x: x / weight, y: y / weight };
  };
  return Array.from({ length: pieces + 1 }, (_, piece) => pointAt(start + ((end - start) * piece) / pieces));
}

const smoothPieces = 8;

/** A smooth curve through points (Catmull and Rom). */
export function smooth(points: readonly Point2[]): Point2[] {
  const at = (index: number): Point2 => points[Math.min(points.length - 1, Math.max(0, index))] ?? nowhere;
  return points.flatMap((point, index) => {
    if (index === points.length - 1) return [point];
    const [before, next, after] = [at(index - 1), at(index + 1), at(index + 2)];
    const along = (axis: 'x' | 'y', t: number): number => {
      const [p0, p1, p2, p3] = [before[axis], point[axis], next[axis], after[axis]];
      const bend = (2 * p0 - 5 * p1 + 4 * p2 - p3) * t ** 2 + (3 * p1 - p0 - 3 * p2 + p3) * t ** 3;
      return p1 + ((p2 - p0) * t + bend) / 2;
    };
    return Array.from({ length: smoothPieces }, (_, piece) => {
      const share = piece / smoothPieces;
      return { x: along('x', share), y: along('y', share) };
    });
  });
}
