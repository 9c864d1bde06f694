import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accentFrom } from '../../../../renderer/ui/accent.ts';
import { readColour, readThemeColours, type Theme } from '../../../../renderer/ui/theme-colours.ts';

/** Colours by name: in the light theme and in the dark one. */
const colours = readThemeColours(readFileSync('renderer/ui/tokens.css', 'utf8'));

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
/** Pictures stand on it, which are made for white paper: no words do. */
const grounds = ['plate'];

/** Contrast as WCAG 2.2 reckons it: 1 (none) to 21. @param own colours in place of those of the stylesheet */
function contrast(name: string, otherName: string, theme: Theme, own: Partial<Record<string, string>> = {}): number {
  const [darker = 0, lighter = 0] = [name, otherName]
    .map((one) => luminance(own[one] ?? colours.get(one)?.[theme] ?? ''))
    .toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const hex = (rgb: readonly number[]): string => `#${rgb.map((share) => share.toString(16).padStart(2, '0')).join('')}`;

function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((from) => parseInt(digits.slice(from, from + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const words = [...inks.flatMap((ink) => surfaces.map((surface) => [ink, surface])), ...pairs];
const seen = marks.flatMap((mark) => ['bg', 'panel', 'sunken'].map((surface) => [mark, surface]));

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(words)('words in %s on %s can be read (AA)', (ink, surface) => {
    expect(contrast(ink ?? '', surface ?? '', theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(seen)('marks in %s on %s can be seen (AA)', (mark, surface) => {
    expect(contrast(mark ?? '', surface ?? '', theme)).toBeGreaterThanOrEqual(3);
  });

  test('whatever accent the system has, words in it and on it can be read, and marks in it be seen (AA)', () => {
    const share = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(share, share, share), (rgb) => {
        const own = accentFrom(hex(rgb), theme, colours);
        const least = (pairs: readonly (readonly string[])[]) =>
          Math.min(...pairs.map(([one = '', other = '']) => contrast(one, other, theme, own)));
        expect(least(words)).toBeGreaterThanOrEqual(4.5);
        expect(least(seen)).toBeGreaterThanOrEqual(3);
      }),
      { examples: [[[0, 0, 0]], [[255, 255, 255]], [[255, 255, 0]], [[0, 0, 255]], [[128, 128, 128]]], numRuns: 300 },
    );
  });

  test('an accent of the system that can be read stays as it is', () => {
    const own = { light: '#0067c0', dark: '#4cc2ff' }[theme];
    expect(accentFrom(own, theme, colours).accent).toBe(own);
  });

  test('an accent of the system keeps its hue', () => {
    const [red = 0, green = 0, blue = 0] = readColour(accentFrom('#ffb900', theme, colours).accent);
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue + 0.3);
  });
});

test('pictures stand on a ground on which dark lines can be seen, and which does not glare at night', () => {
  const { light = '', dark = '' } = colours.get('plate') ?? {};
  expect(luminance(light)).toBeGreaterThan(0.8);
  expect(luminance(dark)).toBeGreaterThan(0.3);
  expect(luminance(dark)).toBeLessThan(0.4);
});

test('every colour is judged', () => {
  const judged = new Set([...surfaces, ...inks, ...marks, ...pairs.flat(), ...ornaments, ...grounds]);
  expect([...colours.keys()].filter((name) => !judged.has(name))).toEqual([]);
  expect([...judged].filter((name) => !colours.has(name))).toEqual([]);
});
