import { contrast, luminance, readColour, type Rgb, type Theme, type ThemeColours } from './theme-colours.ts';

/** The colours of the stylesheet that are made from the accent. */
export const accentNames = ['accent', 'accent-strong', 'accent-soft', 'accent-ink'] as const;
type AccentName = (typeof accentNames)[number];

/** What words and marks need at least to be read and seen (WCAG 2.2, AA). */
const wordContrast = 4.5;
const markContrast = 3;

/** One step of lightness, of 1 from black to white. */
const step = 0.004;

/**
 * A system's accent as this window can use it: its hue and saturation stay, its lightness goes as far as it must until
 * everything that is written in it and on it can be read.
 * @param system `#rrggbb`
 * @param colours those of the stylesheet
 */
export function accentFrom(system: string, theme: Theme, colours: ThemeColours): Record<AccentName, string> {
  const of = (name: string): string => colours.get(name)?.[theme] ?? '';
  const colour = hslOf(readColour(system));
  // Away from the surfaces: darker on light ones, lighter on dark ones.
  const away = theme === 'light' ? -step : step;
  const grounds = ['bg', 'panel', 'sunken'].map(of);
  const accent = first(colour, away, (candidate) => {
    const isSeen = grounds.every((ground) => contrast(candidate, ground) >= markContrast);
    return isSeen && contrast(of('accent-text'), candidate) >= wordContrast;
  });
  // Words of every colour stand on it as they do on the app's own.
  const soft = first(softest(colour, theme), -away, (candidate) =>
    theme === 'light'
      ? luminance(candidate) >= luminance(of('accent-soft'))
      : luminance(candidate) <= luminance(of('accent-soft')),
  );
  const surfaces = [...grounds, of('hover'), hexOf(soft)];
  const ink = first(accent, away, (candidate) =>
    surfaces.every((surface) => contrast(candidate, surface) >= wordContrast),
  );
  const strong = { ...accent, lightness: within(accent.lightness + away * 15) };
  return {
    accent: hexOf(accent),
    'accent-strong': hexOf(strong),
    'accent-soft': hexOf(soft),
    'accent-ink': hexOf(ink),
  };
}

/** Where a ground begins that is to be as light, or as dark, as the app's own. At night a full colour would glare. */
const softest = (colour: Hsl, theme: Theme): Hsl =>
  theme === 'light'
    ? { ...colour, lightness: 0.8 }
    : { ...colour, saturation: Math.min(colour.saturation, 0.4), lightness: 0.25 };

/** Hue, saturation and lightness, each from 0 to 1. */
interface Hsl {
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
}

/** The first of a row of ever lighter or ever darker colours that does; the last one where none does. */
function first(from: Hsl, by: number, does: (hex: string) => boolean): Hsl {
  let candidate = from;
  const end = by < 0 ? 0 : 1;
  while (!does(hexOf(candidate)) && candidate.lightness !== end) {
    candidate = { ...candidate, lightness: within(candidate.lightness + by) };
  }
  return candidate;
}

const within = (share: number): number => Math.min(1, Math.max(0, share));

function hslOf([red, green, blue]: Rgb): Hsl {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [lightness, range] = [(most + least) / 2, most - least];
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const turn =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return { hue: (turn / 6 + 1) % 1, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness };
}

function hexOf({ hue, saturation, lightness }: Hsl): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const share = (place: number): number => {
    const at = (place + hue * 12) % 12;
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
  };
  return `#${[0, 8, 4]
    .map((place) =>
      Math.round(within(share(place)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
