import type { Formats } from '../../../shared/words/formats.ts';
import type { Bounds, Scene } from '../../../shared/rpc/scene.ts';

/** To what a person measures: tenths, and of small things as many digits as tell them apart. */
export function lengthInWords(value: number, unit: Scene['unit'], formats: Pick<Formats, 'number'>): string {
  const size = Math.abs(value);
  const shown = formats.number(size >= 10 ? Math.round(value * 10) / 10 : Number(value.toPrecision(3)));
  return unit === undefined ? shown : `${shown} ${unit}`;
}

/** `600 × 80 × 500 mm`: width, depth and, of a model, height. */
export function sizeInWords({ kind, bounds, unit }: Scene, formats: Pick<Formats, 'number'>): string {
  if (!bounds) return '–';
  const sides = (kind === 'model' ? [0, 1, 2] : [0, 1]).map((axis) => sideOf(bounds, axis as 0 | 1 | 2));
  const words = sides.map((side) => lengthInWords(side, undefined, formats)).join(' × ');
  return unit === undefined ? words : `${words} ${unit}`;
}

const sideOf = ({ min, max }: Bounds, axis: 0 | 1 | 2): number => max[axis] - min[axis];
