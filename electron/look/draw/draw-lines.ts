import type { Colour } from '../../../shared/rpc/scene.ts';
import { blend, type Canvas } from './canvas.ts';

/** How thick a line is and how much nearer than its surface it counts, in points of the canvas. */
export interface Pen {
  /** Opaque: a line passes some points more than once. */
  readonly colour: Colour;
  readonly thickness: number;
  readonly lift: number;
}

/**
 * Draws a line between two points of the canvas where nothing nearer was drawn.
 * @param from, to three numbers each: x, y and depth
 */
export function drawLine(
  { width, height, colours, depths }: Canvas,
  pen: Pen,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
): void {
  const [x = 0, y = 0, depth = 0] = [from[0], from[1], from[2]];
  const [dx, dy, dz] = [(to[0] ?? 0) - x, (to[1] ?? 0) - y, (to[2] ?? 0) - depth];
  const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy), 1));
  if (!Number.isFinite(steps) || steps > 4 * (width + height)) return;
  const reach = (pen.thickness - 1) / 2;
  for (let step = 0; step <= steps; step += 1) {
    const share = step / steps;
    const away = depth + share * dz - pen.lift;
    const [left, top] = [Math.round(x + share * dx - 0.5 - reach), Math.round(y + share * dy - 0.5 - reach)];
    for (let row = top; row < top + pen.thickness; row += 1) {
      for (let column = left; column < left + pen.thickness; column += 1) {
        if (row < 0 || column < 0 || row >= height || column >= width) continue;
        const place = row * width + column;
        if (away > (depths[place] ?? Infinity)) continue;
        blend(colours, place * 4, pen.colour);
      }
    }
  }
}
