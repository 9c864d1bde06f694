import { PNG } from 'pngjs';
import type { Colour } from '../../../shared/rpc/scene.ts';

/** A picture of points with red, green, blue and opacity, 0 … 255 each, from the top left. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Each point of a picture is the mean of this many points a side. */
export const oversampling = 2;

/**
 * What is drawn on: colours and depths in larger numbers than the picture will have. Depths grow away from who looks.
 */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Four numbers 0 … 1 for each point, not multiplied by their opacity. */
  readonly colours: Float32Array;
  readonly depths: Float32Array;
}

/** @param size of the square picture, in points */
export function createCanvas(size: number): Canvas {
  const wide = size * oversampling;
  return {
    width: wide,
    height: wide,
    colours: new Float32Array(wide ** 2 * 4),
    depths: new Float32Array(wide ** 2).fill(Infinity),
  };
}

/** Lays a colour over what is there. */
export function blend(colours: Float32Array, at: number, [red, green, blue, opacity]: Colour): void {
  const under = (colours[at + 3] ?? 0) * (1 - opacity);
  const sum = opacity + under;
  if (sum === 0) return;
  const over = (channel: number, value: number): void => {
    colours[at + channel] = (value * opacity + (colours[at + channel] ?? 0) * under) / sum;
  };
  over(0, red);
  over(1, green);
  over(2, blue);
  colours[at + 3] = sum;
}

/** The picture of a canvas, its edges smooth. */
export function toPicture({ width, height, colours }: Canvas): Picture {
  const [wide, high] = [width / oversampling, height / oversampling];
  const rgba = new Uint8Array(wide * high * 4);
  const samples = oversampling ** 2;
  for (let at = 0; at < wide * high; at += 1) {
    const [x, y] = [(at % wide) * oversampling, Math.floor(at / wide) * oversampling];
    let [red, green, blue, opacity] = [0, 0, 0, 0];
    for (let sample = 0; sample < samples; sample += 1) {
      const from = 4 * ((y + Math.floor(sample / oversampling)) * width + x + (sample % oversampling));
      const weight = colours[from + 3] ?? 0;
      red += weight * (colours[from] ?? 0);
      green += weight * (colours[from + 1] ?? 0);
      blue += weight * (colours[from + 2] ?? 0);
      opacity += weight;
    }
    if (opacity === 0) continue;
    rgba[at * 4] = Math.round((255 * red) / opacity);
    rgba[at * 4 + 1] = Math.round((255 * green) / opacity);
    rgba[at * 4 + 2] = Math.round((255 * blue) / opacity);
    rgba[at * 4 + 3] = Math.round((255 * opacity) / samples);
  }
  return { width: wide, height: high, rgba };
}

export function toPng({ width, height, rgba }: Picture): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  return PNG.sync.write(png);
}
