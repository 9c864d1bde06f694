export type Theme = 'light' | 'dark';

/** Colours of a stylesheet by their names, in both themes, as `#rgb` or `#rrggbb`. */
export type ThemeColours = ReadonlyMap<string, Readonly<Record<Theme, string>>>;

/** Reads them from the text of the stylesheet. */
export const readThemeColours = (css: string): ThemeColours =>
  new Map(
    [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\);/g)].map(
      ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
    ),
  );

/** Red, green and blue, each from 0 to 1. */
export type Rgb = readonly [number, number, number];

/** Reads `#rgb`, `#rrggbb` or `#rrggbbaa`; black for anything else. */
export function readColour(text: string): Rgb {
  const digits = text.length === 4 ? text.replace(/[0-9a-f]/gi, '$&$&') : text;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (from) => (parseInt(digits.slice(from, from + 2), 16) || 0) / 255,
  );
  return [red, green, blue];
}

/** Contrast as WCAG 2.2 reckons it: 1 (none) to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as WCAG 2.2 reckons it: 0 (black) to 1 (white). */
export function luminance(colour: string): number {
  const [red, green, blue] = readColour(colour).map((share) =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
