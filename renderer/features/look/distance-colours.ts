import type { DistanceField } from '../../../shared/rpc/look-record.ts';
import { show, type Shown } from './shown.ts';
import type { Scene } from '../../../shared/rpc/scene.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * From none to the greatest. Its lightness falls all the way, so that it is read without telling colours apart; each 0 … 1
 * as on a screen.
 */
const ramp: readonly Rgb[] = [
  [0.84, 0.87, 0.9],
  [0.98, 0.85, 0.42],
  [0.95, 0.58, 0.18],
  [0.8, 0.27, 0.33],
  [0.43, 0.11, 0.5],
];

/** The colour of a share of the greatest distance. */
export function colourOfShare(share: number): Rgb {
  const at = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const first = Math.min(ramp.length - 2, Math.floor(at));
  const [from, to] = [ramp[first] as Rgb, ramp[first + 1] as Rgb];
  const mix = (channel: 0 | 1 | 2): number => from[channel] + (to[channel] - from[channel]) * (at - first);
  return [mix(0), mix(1), mix(2)];
}

/** The whole ramp, for a legend. */
export const rampCss = `linear-gradient(to right, ${ramp
  .map((colour) => `rgb(${colour.map((channel) => Math.round(channel * 255)).join(' ')})`)
  .join(', ')})`;

/** The greatest of the distances that are coloured. */
export function greatestOf({ parts }: DistanceField): number {
  return parts.flat().reduce((greatest, distances) => distances.reduce((a, b) => Math.max(a, b), greatest), 0);
}

/** A model in the colours of its distances. */
export function showDistances(scene: Scene, { parts }: DistanceField, greatest: number): Shown {
  return {
    ...show(scene),
    sharesOf: (place, mesh) =>
      parts[place]?.[mesh]?.map((distance) => (greatest > 0 ? Math.min(1, distance / greatest) : 0)),
  };
}
