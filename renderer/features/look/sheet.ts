import { fillColour, legible } from '../../../shared/rpc/legible-colour.ts';
import { lineSpacing, type Colour, type DrawnText, type Point3 } from '../../../shared/rpc/scene.ts';
import { axesOf, standardViews } from './gaze.ts';
import type { Painter, Shown } from './shown.ts';

/** Text that would be smaller is left out, in pixels. */
const leastTextPixels = 3;
/** A point alone is a dot of so many pixels. */
const linePixels = 1.2;

/**
 * The place that paths are drawn around: a canvas has single precision, so that lines tremble as soon as that place is
 * more than so many heights of the picture away.
 */
type Base = readonly [x: number, y: number];
const farthestSpans = 200;

interface Ink {
  readonly style: string;
  readonly areaStyle: string;
  readonly path: Path2D;
  readonly areas: Path2D[];
  readonly texts: DrawnText[];
}

/** Draws drawings: lines as thin as a screen has them at any size. */
export function createSheet(canvas: HTMLCanvasElement): Painter {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws nothing.');
  let inks: Ink[] = [];
  let drawn: readonly Shown[] = [];
  let base: Base = [0, 0];
  const traceAround = (place: Base): void => {
    base = place;
    inks = inksOf(drawn, base);
  };

  return {
    show(shown) {
      drawn = shown;
      const min = shown.find(({ scene }) => scene.bounds)?.scene.bounds?.min;
      traceAround([min?.[0] ?? 0, min?.[1] ?? 0]);
    },
    draw({ gaze, width, height, density }) {
      const away = Math.hypot(gaze.target[0] - base[0], gaze.target[1] - base[1]);
      if (away > farthestSpans * gaze.span) traceAround([gaze.target[0], gaze.target[1]]);
      canvas.width = Math.round(width * density);
      canvas.height = Math.round(height * density);
      const scale = (height * density) / gaze.span;
      const left = canvas.width / 2 - (gaze.target[0] - base[0]) * scale;
      const top = canvas.height / 2 + (gaze.target[1] - base[1]) * scale;
      context.lineJoin = 'round';
      context.lineCap = 'round';
      // Lines and texts of one colour lie on the areas of another.
      context.setTransform(scale, 0, 0, -scale, left, top);
      for (const { areaStyle, areas } of inks) {
        context.fillStyle = areaStyle;
        for (const area of areas) context.fill(area, 'evenodd');
      }
      for (const { style, path, texts } of inks) {
        context.setTransform(scale, 0, 0, -scale, left, top);
        context.strokeStyle = context.fillStyle = style;
        context.lineWidth = (linePixels * density) / scale;
        context.stroke(path);
        for (const text of texts) drawText(context, text, { scale, left, top, base });
      }
      context.setTransform(1, 0, 0, 1, 0, 0);
    },
    pick({ gaze, width, height }, x, y): Point3 {
      const { right, up } = axesOf(standardViews.top);
      const [along, above] = [((x - width / 2) / height) * gaze.span, ((height / 2 - y) / height) * gaze.span];
      return [gaze.target[0] + right[0] * along, gaze.target[1] + up[1] * above, 0];
    },
    close: () => undefined,
  };
}

function inksOf(shown: readonly Shown[], base: Base): Ink[] {
  const inks = new Map<string, Ink>();
  for (const { scene, hidden, colourOf } of shown) {
    if (scene.kind === 'model') continue;
    for (const [place, entity] of scene.entities.entries()) {
      if (hidden.has(place)) continue;
      const colour = colourOf?.(place) ?? legible(entity.colour);
      const style = styleOf(colour);
      const areaStyle = styleOf(fillColour(colour));
      const ink = inks.get(style) ?? { style, areaStyle, path: new Path2D(), areas: [], texts: [] };
      inks.set(style, ink);
      trace(ink.path, entity.lines, base);
      for (const fill of entity.fills) ink.areas.push(trace(new Path2D(), fill, base));
      ink.texts.push(...entity.texts);
    }
  }
  return [...inks.values()];
}

function trace(path: Path2D, lines: readonly Float64Array[], [baseX, baseY]: Base): Path2D {
  for (const line of lines) {
    path.moveTo((line[0] ?? 0) - baseX, (line[1] ?? 0) - baseY);
    if (line.length === 2) path.lineTo((line[0] ?? 0) - baseX, (line[1] ?? 0) - baseY);
    for (let at = 2; at + 1 < line.length; at += 2) path.lineTo((line[at] ?? 0) - baseX, (line[at + 1] ?? 0) - baseY);
  }
  return path;
}

interface TextPlacing {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly base: Base;
}

function drawText(context: CanvasRenderingContext2D, drawn: DrawnText, { scale, left, top, base }: TextPlacing): void {
  const { text, align, x, y, height, angle, stretch } = drawn;
  const size = height * scale;
  if (size < leastTextPixels) return;
  context.setTransform(1, 0, 0, 1, left + (x - base[0]) * scale, top - (y - base[1]) * scale);
  context.rotate(-angle);
  context.scale(stretch, 1);
  context.textAlign = align;
  // Letters of CAD programs are as high as said, those of a browser with what goes below them.
  context.font = `${size * 1.35}px system-ui, sans-serif`;
  for (const [row, line] of text.split('\n').entries()) context.fillText(line, 0, row * size * lineSpacing);
}

function styleOf([red, green, blue, opacity]: Colour): string {
  const byte = (share: number): number => Math.round(share * 255);
  return `rgb(${byte(red)} ${byte(green)} ${byte(blue)} / ${opacity})`;
}
