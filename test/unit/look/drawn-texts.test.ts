import { describe, expect, it } from 'vitest';
import { createTextSetting } from '../../../electron/look/draw/draw-texts.ts';
import { drawScene } from '../../../electron/look/draw/draw-scene.ts';
import { strokeLetter } from '../../../electron/look/draw/stroke-letters.ts';
import type { DrawnText } from '../../../shared/rpc/scene.ts';
import { drawingOf, lineEntity } from './made-scenes.ts';

const textOf = (text: string, more: Partial<DrawnText> = {}): DrawnText => ({
  text,
  align: 'left',
  x: 0,
  y: 0,
  height: 20,
  stretch: 1,
  angle: 0,
  ...more,
});
const setting = createTextSetting(1);
const pointsOf = (lines: readonly Float64Array[]): (readonly [number, number])[] =>
  lines.flatMap((line) =>
    Array.from({ length: line.length / 2 }, (_, at) => [line[at * 2] ?? 0, line[at * 2 + 1] ?? 0] as const),
  );
const spanOf = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];
const across = (text: DrawnText): [number, number] => spanOf(pointsOf(setting(text)).map(([x]) => x));
const upwards = (text: DrawnText): [number, number] => spanOf(pointsOf(setting(text)).map(([, y]) => y));

describe('a text of a picture', () => {
  it('is written in strokes, as high as it says, on its base line', () => {
    const [low, high] = upwards(textOf('H'));
    expect([low, high]).toEqual([0, expect.closeTo(20, 9)]);
    expect(setting(textOf('H')).map(({ length }) => length)).toEqual([4, 4, 4]);
  });

  it.each([
    ['left', 0, 1],
    ['center', -0.5, 0.5],
    ['right', -1, 0],
  ] as const)('begins, has its middle or ends where it hangs: %s', (align, from, to) => {
    const wide = (strokeLetter('H')?.width ?? 0) * 3 * 20;
    const [left, right] = across(textOf('HHH', { align }));
    expect(left).toBeGreaterThan(from * wide);
    expect(right).toBeLessThan(to * wide);
  });

  it('runs upwards where it is turned, and is as wide as it is stretched', () => {
    const turned = textOf('HH', { angle: Math.PI / 2 });
    expect(upwards(turned)[1]).toBeCloseTo(across(textOf('HH'))[1], 9);
    const stretched = textOf('HH', { stretch: 2 });
    expect(across(stretched)[1]).toBeCloseTo(2 * across(textOf('HH'))[1], 9);
  });

  it('has each row below the one before', () => {
    expect(upwards(textOf('H\nH'))[0]).toBeCloseTo((-20 * 5) / 3, 9);
  });

  it.each(['Ø', '°', '±', '×', 'é', '½', '²', '’'])('has the signs that drawings are full of: %s', (sign) => {
    expect(strokeLetter(sign)?.strokes.length).toBeGreaterThan(0);
  });

  it('has accents left out, and a bar for a letter that its font does not have', () => {
    expect(strokeLetter('é')).toEqual(strokeLetter('e'));
    expect(strokeLetter('漢')).toBeUndefined();
    expect(setting(textOf('漢')).map(({ length }) => length)).toEqual([10]);
  });

  it('that nobody could read, or that is longer than a picture can show, is a bar for each word', () => {
    expect(setting(textOf('two words', { height: 2 }))).toHaveLength(2);
    const once = createTextSetting(1);
    expect(once(textOf('A'.repeat(30_000)))).toHaveLength(1);
    expect(once(textOf('A'.repeat(19_999)))).toHaveLength(19_999 * 3);
    expect(once(textOf('AB CD'))).toHaveLength(2);
  });

  it('is in the picture from its beginning to its end', () => {
    const { rgba, width } = drawScene(
      drawingOf({ ...lineEntity('1', [0, 0, 0, 20]), texts: [textOf('LONGER THAN ITS LINE', { x: 2 })] }),
      200,
    );
    const columns = new Set<number>();
    rgba.forEach((value, at) => at % 4 === 3 && value > 100 && columns.add(((at - 3) / 4) % width));
    expect(Math.min(...columns)).toBeGreaterThan(0);
    expect(Math.max(...columns)).toBeGreaterThan(150);
    expect(Math.max(...columns)).toBeLessThan(width - 1);
  });
});
