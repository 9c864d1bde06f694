import type { Bounds, Colour, DrawingScene, Entity } from '../../../shared/rpc/scene.ts';
import { fillColour, legible } from '../../../shared/rpc/legible-colour.ts';
import { createBox } from '../box.ts';
import { createCanvas, oversampling, toPicture, type Canvas, type Picture } from './canvas.ts';
import { drawLine, type Pen } from './draw-lines.ts';
import { cornersOf, createTextSetting } from './draw-texts.ts';
import { fillArea } from './fill-area.ts';

/** An entity and what it is painted with; without a colour, with its own. */
export interface PaintedEntity {
  readonly entity: Entity;
  readonly colour?: Colour | undefined;
}

const margin = 0.04;
/** Of the picture's side: seen in a card of a third of its size, a line still has its colour. */
const lineShare = 1 / 200;
/** In points: in a larger picture, which is looked at as it is, details would run into each other. */
const thickestLine = 3;

/** Draws what stands on the visible layers of a drawing. @param size of the square picture, in points */
export function drawDrawing(scene: DrawingScene, size: number): Picture {
  return drawEntities(
    visibleEntities(scene).map((entity) => ({ entity })),
    size,
  );
}

export function visibleEntities({ entities, layers }: DrawingScene): Entity[] {
  const hidden = new Set(layers.filter(({ isVisible }) => !isVisible).map(({ name }) => name));
  return entities.filter(({ layer }) => !hidden.has(layer));
}

export function drawEntities(entities: readonly PaintedEntity[], size: number): Picture {
  const canvas = createCanvas(size);
  const bounds = boundsOf(entities);
  if (!bounds) return toPicture(canvas);
  const scale = scaleFor(bounds, size * oversampling);
  const place = placing(bounds, size * oversampling, scale);
  const setText = createTextSetting(scale);
  const thickness = oversampling * Math.min(thickestLine, Math.max(1, Math.round(size * lineShare)));
  for (const { entity, colour } of entities) {
    const paint = fillColour(colour ?? legible(entity.colour));
    for (const rings of entity.fills)
      fillArea(
        canvas,
        paint,
        rings.map((ring) => ring.map(alternately(place))),
      );
  }
  for (const { entity, colour } of entities) {
    const pen = { colour: colour ?? legible(entity.colour), thickness, lift: 0 };
    const lines = [...entity.lines, ...entity.texts.flatMap(setText)];
    for (const line of lines) drawPath(canvas, pen, line, place);
  }
  return toPicture(canvas);
}

type Place = (x: number, y: number) => readonly [x: number, y: number, depth: number];

function scaleFor({ min, max }: Bounds, size: number): number {
  return (size * (1 - 2 * margin)) / (Math.max(max[0] - min[0], max[1] - min[1]) || 1);
}

function placing({ min, max }: Bounds, size: number, scale: number): Place {
  const [middleX, middleY] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
  return (x, y) => [size / 2 + scale * (x - middleX), size / 2 - scale * (y - middleY), 0];
}

/** Places the numbers of points, of which each is followed by its other one. */
const alternately =
  (place: Place) =>
  (value: number, at: number, { [at % 2 === 0 ? at + 1 : at - 1]: other = 0 }: Float64Array): number =>
    at % 2 === 0 ? place(value, other)[0] : place(other, value)[1];

function drawPath(canvas: Canvas, pen: Pen, line: Float64Array, place: Place): void {
  for (let at = 0; at + 1 < line.length; at += 2) {
    // A point alone is a dot.
    const next = at + 3 < line.length ? at + 2 : at;
    if (next === at && line.length > 2) return;
    drawLine(canvas, pen, place(line[at] ?? 0, line[at + 1] ?? 0), place(line[next] ?? 0, line[next + 1] ?? 0));
  }
}

function boundsOf(entities: readonly PaintedEntity[]): Bounds | undefined {
  const box = createBox();
  for (const { entity } of entities) {
    for (const line of [...entity.lines, ...entity.texts.map(cornersOf)]) box.addFlat(line);
  }
  return box.bounds();
}
