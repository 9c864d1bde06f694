import type { Colour } from './scene.ts';

/** Colours of drawings are made for a black screen; these can be seen on light and on dark. */
const [darkest, brightest] = [0.36, 0.58];

/** A colour of a drawing, as far from white as from black. */
export function legible([red, green, blue, opacity]: Colour): Colour {
  const luminance = 0.3 * red + 0.59 * green + 0.11 * blue;
  if (luminance > brightest) {
    const share = brightest / luminance;
    return [red * share, green * share, blue * share, opacity];
  }
  if (luminance >= darkest) return [red, green, blue, opacity];
  const share = (darkest - luminance) / (1 - luminance);
  const lifted = (value: number): number => value + (1 - value) * share;
  return [lifted(red), lifted(green), lifted(blue), opacity];
}

/** What lies under a filled area is seen through it, and so are texts on it, which often have its colour. */
const fillOpacity = 0.4;

/** The colour of an area whose lines have that colour. */
export function fillColour([red, green, blue, opacity]: Colour): Colour {
  return [red, green, blue, opacity * fillOpacity];
}
