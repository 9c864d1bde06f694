import { polyline, type Point2 } from './dxf-curves.ts';
import { numberIn, numbersIn, pieces, verticesIn, type DxfGroup, type GroupedEntity } from './dxf-groups.ts';

/** A corner of a multiline: which way it runs from there, and where each of its lines is cut. */
interface Corner {
  readonly point: Point2;
  readonly along: Point2;
  readonly across: Point2;
  /** For each line how far across it lies, and then from where to where along it is drawn, again and again. */
  readonly elements: readonly (readonly number[])[];
}

const isClosed = 2;

/** The lines of a multiline side by side, without what its style has at its ends and between them. */
export function multiline(entity: GroupedEntity): Float64Array[] {
  const corners = cornersOf(entity.groups);
  const ends = (numberIn(entity.groups, 71) & isClosed) !== 0 ? [...corners, ...corners.slice(0, 1)] : corners;
  return ends.slice(0, -1).flatMap((corner, at) => {
    const next = ends[at + 1];
    return next ? corner.elements.flatMap((_, line) => segments(corner, next, line)) : [];
  });
}

/** One line from a corner to the next, in as many pieces as it was cut into. */
function segments(from: Corner, to: Corner, line: number): Float64Array[] {
  const [offset = 0, ...cuts] = from.elements[line] ?? [];
  const start = moved(from.point, from.across, offset);
  const end = moved(to.point, to.across, to.elements[line]?.[0] ?? offset);
  if (cuts.length < 2) return [polyline([start, end])];
  const drawn = Array.from({ length: Math.ceil(cuts.length / 2) }, (_, place) => cuts.slice(place * 2, place * 2 + 2));
  return drawn.map(([begin = 0, stop]) =>
    polyline([
      begin === 0 ? start : moved(start, from.along, begin),
      stop === undefined ? end : moved(start, from.along, stop),
    ]),
  );
}

const moved = ({ x, y }: Point2, direction: Point2, by: number): Point2 => ({
  x: x + direction.x * by,
  y: y + direction.y * by,
});

function cornersOf(groups: readonly DxfGroup[]): Corner[] {
  return pieces(groups, 11).flatMap((piece) => {
    const [point] = verticesIn(piece, [11]);
    const [along, across] = [12, 13].map((code) => verticesIn(piece, [code])[0]);
    const elements = pieces(piece, 74).map((element) => numbersIn(element, 41));
    return point && along && across ? [{ point, along, across, elements }] : [];
  });
}
