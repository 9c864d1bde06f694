import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Colours by name: in the light theme and in the dark one. */
const colours = new Map(
  [
    ...readFileSync('renderer/ui/tokens.css', 'utf8').matchAll(
      /--([a-z-]+): light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\);/g,
    ),
  ].map(([, name = '', light = '', dark = '']) => [name, { light, dark }] as const),
);

const surfaces = ['bg', 'panel', 'sunken', 'hover', 'accent-soft'];
/** Words are written in these, on any surface. */
const inks = ['text', 'muted', 'faint', 'accent-ink', 'ok-ink', 'warn', 'bad'];
/** What shows where a field, a mark or the focus is. */
const marks = ['accent', 'line-strong', 'ok'];
/** Inks with the one surface of their own. */
const pairs = [
  ['ok-ink', 'ok-soft'],
  ['warn', 'warn-soft'],
  ['text', 'warn-soft'],
  ['bad', 'bad-soft'],
  ['accent-text', 'accent'],
  ['accent-text', 'accent-strong'],
];
/** Divides what space divides already. */
const ornaments = ['line'];

/** Contrast as WCAG 2.2 reckons it: 1 (none) to 21. */
function contrast(name: string, otherName: string, theme: 'light' | 'dark'): number {
  const [darker = 0, lighter = 0] = [name, otherName]
    .map((one) => luminance(colours.get(one)?.[theme] ?? ''))
    .toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((from) => parseInt(digits.slice(from, from + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each([...inks.flatMap((ink) => surfaces.map((surface) => [ink, surface])), ...pairs])(
    'words in %s on %s can be read (AA)',
    (ink, surface) => {
      expect(contrast(ink ?? '', surface ?? '', theme)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(marks.flatMap((mark) => ['bg', 'panel', 'sunken'].map((surface) => [mark, surface])))(
    'marks in %s on %s can be seen (AA)',
    (mark, surface) => {
      expect(contrast(mark ?? '', surface ?? '', theme)).toBeGreaterThanOrEqual(3);
    },
  );
});

test('every colour is judged', () => {
  const judged = new Set([...surfaces, ...inks, ...marks, ...pairs.flat(), ...ornaments]);
  expect([...colours.keys()].filter((name) => !judged.has(name))).toEqual([]);
  expect([...judged].filter((name) => !colours.has(name))).toEqual([]);
});
