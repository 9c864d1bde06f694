import type { Colour, Fill } from '../../../shared/rpc/scene.ts';
import { blend, type Canvas } from './canvas.ts';

/**
 * Fills what an odd number of rings holds.
 * @param rings two numbers for each point, in points of the canvas
 */
export function fillArea({ width, height, colours }: Canvas, colour: Colour, rings: Fill): void {
  for (const [row, crossings] of crossingsByRow(rings, height)) {
    crossings.sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const left = Math.max(0, Math.ceil((crossings[at] ?? 0) - 0.5));
      const right = Math.min(width - 1, Math.ceil((crossings[at + 1] ?? 0) - 0.5) - 1);
      for (let column = left; column <= right; column += 1) blend(colours, (row * width + column) * 4, colour);
    }
  }
}

/** Where the middle of each row of the canvas meets the rings. */
function crossingsByRow(rings: Fill, height: number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const ring of rings) {
    for (let at = 0; at + 1 < ring.length; at += 2) {
      const before = at === 0 ? ring.length - 2 : at - 2;
      const [fromX = 0, fromY = 0, toX = 0, toY = 0] = [ring[before], ring[before + 1], ring[at], ring[at + 1]];
      const first = Math.max(0, Math.ceil(Math.min(fromY, toY) - 0.5));
      const last = Math.min(height - 1, Math.ceil(Math.max(fromY, toY) - 0.5) - 1);
      for (let row = first; row <= last; row += 1) {
        const share = (row + 0.5 - fromY) / (toY - fromY);
        const crossings = found.get(row) ?? [];
        crossings.push(fromX + share * (toX - fromX));
        found.set(row, crossings);
      }
    }
  }
  return found;
}
