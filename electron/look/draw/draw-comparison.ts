import type { Mark } from '../../../shared/rpc/look-record.ts';
import type { Compared } from '../compare/compared.ts';
import { partsOf, type Colour, type ModelScene, type Point3, type Scene } from '../../../shared/rpc/scene.ts';
import { minus, plus } from '../vectors.ts';
import type { Picture } from './canvas.ts';
import { drawEntities, visibleEntities, type PaintedEntity } from './draw-drawing.ts';
import { drawParts, type PaintedPart } from './draw-model.ts';

const green: Colour = [0.36, 0.78, 0.45, 1];
const red: Colour = [0.93, 0.38, 0.34, 1];
const amber: Colour = [0.98, 0.72, 0.25, 1];
/** What stayed is drawn so that what changed behind it is seen. */
const stayed: Colour = [0.72, 0.75, 0.79, 0.4];
const plainGrey: Colour = [0.76, 0.79, 0.83, 1];
const lineGrey: Colour = [0.62, 0.66, 0.71, 1];

/**
 * Draws what is there now and, in red, what is gone: green was added, amber is changed or somewhere else, grey stayed.
 * @param size of the square, in points
 */
export function drawComparison(before: Scene, after: Scene, { marks }: Compared, size: number): Picture | undefined {
  if (before.kind === 'model' && after.kind === 'model') {
    const isSame = [...marks.before, ...marks.after].every((mark) => mark === 'unchanged');
    const grey = isSame ? plainGrey : stayed;
    return drawParts(
      [...goneParts(before, after.origin, marks.before), ...painted(partsOf(after.root), marks.after, grey)],
      size,
    );
  }
  if (before.kind === 'drawing' && after.kind === 'drawing') {
    const visible = new Set([...visibleEntities(before), ...visibleEntities(after)]);
    const gone = before.entities.filter((entity, place) => marks.before[place] === 'removed' && visible.has(entity));
    const now = after.entities.flatMap((entity, place): PaintedEntity[] =>
      visible.has(entity) ? [{ entity, colour: colourOf(marks.after[place], lineGrey) }] : [],
    );
    // What changed is drawn last, over what stayed.
    const ordered = now.toSorted((a, b) => Number(a.colour !== lineGrey) - Number(b.colour !== lineGrey));
    return drawEntities([...ordered, ...gone.map((entity) => ({ entity, colour: red }))], size);
  }
  return undefined;
}

function painted(parts: ReturnType<typeof partsOf>, marks: readonly Mark[], grey: Colour): PaintedPart[] {
  return parts.map(({ part }, place) => ({ part, colour: colourOf(marks[place], grey) }));
}

function colourOf(mark: Mark | undefined, grey: Colour): Colour {
  if (mark === 'added') return green;
  if (mark === 'removed') return red;
  return mark === undefined || mark === 'unchanged' || mark === 'renamed' ? grey : amber;
}

/** Parts of the other scene, around the origin of this one. */
function goneParts({ root, origin }: ModelScene, to: Point3, marks: readonly Mark[]): PaintedPart[] {
  const by = minus(origin, to);
  return partsOf(root)
    .filter((_, place) => marks[place] === 'removed')
    .map(({ part }) => ({ part: { ...part, place: plus(part.place, by) }, colour: red }));
}
