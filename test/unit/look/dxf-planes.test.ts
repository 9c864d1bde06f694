import { describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import type { Bounds, DrawingScene } from '../../../shared/rpc/scene.ts';
import { hasSamples, readSample } from '../cad/sample-files.ts';
import { useDrawings } from './dxf-drawing.ts';
import { dxfEntity, dxfFile, dxfLine, dxfPoint, dxfPoints, type DxfPair } from './dxf-file.ts';

const { drawing, entitiesOf } = useDrawings();
const normal = (x: number, y: number, z: number): DxfPair[] => [
  [210, x],
  [220, y],
  [230, z],
];
const below = normal(0, 0, -1);
/** As seen from the right: what its file calls x runs to the back, and y up. */
const right = normal(1, 0, 0);
const near = (value: number): unknown => expect.closeTo(value, 9) as unknown;
const nearby = (...all: readonly number[]): unknown[] => all.map(near);

type Drawn = (...more: readonly DxfPair[]) => DxfPair[];
const circle: Drawn = (...more) => dxfEntity('CIRCLE', [5, 'A1'], ...dxfPoint(10, 50, 10), [30, 7], [40, 5], ...more);
const arc: Drawn = (...more) =>
  dxfEntity('ARC', [5, 'A1'], ...dxfPoint(10, 50, 10), [30, 7], [40, 5], [50, 0], [51, 90], ...more);
const ellipse: Drawn = (...more) =>
  dxfEntity('ELLIPSE', ...dxfPoint(10, 0, 0), ...dxfPoint(11, 50, 0), [40, 0.5], [41, 0], [42, Math.PI], ...more);
const solid: Drawn = (...more) =>
  dxfEntity(
    'SOLID',
    ...[0, 1, 2, 3].flatMap((at) => dxfPoint(10 + at, at % 2 === 0 ? 10 : 50, at < 2 ? 0 : 9)),
    ...more,
  );
const polyline: Drawn = (...more) => dxfEntity('LWPOLYLINE', [38, 3], ...more, ...dxfPoints(0, 0, 50, 0, 50, 20));
const text: Drawn = (...more) => dxfEntity('TEXT', ...dxfPoint(10, 50, 10), [40, 5], [1, 'hello'], ...more);

async function boundsOf(...args: Parameters<typeof dxfFile>): Promise<Bounds | undefined> {
  return (await drawing(dxfFile(...args))).bounds;
}

describe('what is drawn flat by its normal', () => {
  it.each<readonly [string, Drawn, readonly number[], readonly number[]]>([
    ['a circle', circle, [-55, 5], [-45, 15]],
    ['an arc', arc, [-55, 10], [-50, 15]],
    ['a filled area', solid, [-50, 0], [-10, 9]],
    ['a polyline', polyline, [-50, 0], [0, 20]],
    // Its points are as seen from above; it turns the other way.
    ['half an ellipse', ellipse, [-50, -25], [50, 0]],
  ])('is mirrored where it is seen from below: %s', async (_, drawn, min, max) => {
    const bounds = await boundsOf([drawn(...below)]);
    expect(bounds).toEqual({ min: nearby(...min, 0), max: nearby(...max, 0) });
  });

  it.each<readonly [string, Drawn, readonly number[], readonly number[]]>([
    ['a circle', circle, [7, 45], [7, 55]],
    ['an arc', arc, [7, 50], [7, 55]],
    ['a filled area', solid, [0, 10], [0, 50]],
    ['a polyline', polyline, [3, 0], [3, 50]],
  ])('is a line from above where it stands upright: %s', async (_, drawn, min, max) => {
    const bounds = await boundsOf([drawn(...right)]);
    expect(bounds).toEqual({ min: nearby(...min, 0), max: nearby(...max, 0) });
  });

  it('has letters that run the other way where they are seen from behind', async () => {
    const [entity] = await entitiesOf([text(...below)]);
    expect(entity?.texts).toEqual([
      { text: 'hello', align: 'left', x: -50, y: 10, height: 5, stretch: -1, angle: near(0) },
    ]);
  });

  it('has no letters where they stand on edge, and that is said', async () => {
    const { entities, notShown } = await drawing(dxfFile([text(...right), dxfLine(0, 0, 1, 1)]));
    expect(entities.map(({ type }) => type)).toEqual(['LINE']);
    expect(notShown).toEqual(['EXTRUSION']);
  });
});

describe('a block whose insert has a normal', () => {
  const insert = (...more: readonly DxfPair[]): DxfPair[] =>
    dxfEntity('INSERT', [2, 'valve'], ...dxfPoint(10, 3, 4), [30, 5], ...more);

  it('stands where its members come to stand in space', async () => {
    expect(await boundsOf([insert(...right)], { valve: [circle()] })).toEqual({
      min: nearby(12, 48, 0),
      max: nearby(12, 58, 0),
    });
    // What is up in the block runs to the right, and what looks to the back there is seen round.
    const upright = await boundsOf([insert(...right)], { valve: [circle(...normal(0, 1, 0))] });
    expect(upright).toEqual({ min: nearby(10, -52, 0), max: nearby(20, -42, 0) });
  });

  it('is named where its lines have heights of their own, and not where they are flat', async () => {
    const line = (z: number) => dxfEntity('LINE', ...dxfPoint(10, 0, 0), [30, z], ...dxfPoint(11, 9, 9), [31, z]);
    const shown = (z: number): Promise<DrawingScene> => drawing(dxfFile([insert(...right)], { valve: [line(z)] }));
    expect((await shown(0)).notShown).toBeUndefined();
    expect((await shown(6)).notShown).toEqual(['EXTRUSION']);
  });
});

describe('a paragraph', () => {
  it('that is seen from below is named: it is drawn as if it were not', async () => {
    const paragraph = (...more: readonly DxfPair[]) =>
      dxfEntity('MTEXT', ...dxfPoint(10, 0, 0), [40, 3], ...more, [1, 'one']);
    expect((await drawing(dxfFile([paragraph(...normal(0, 0, 1))]))).notShown).toBeUndefined();
    expect((await drawing(dxfFile([paragraph(...below)]))).notShown).toEqual(['EXTRUSION']);
  });
});

describe.skipIf(!hasSamples)('a real drawing with areas that are seen from below', () => {
  it('is as wide as it is, and the same as with its areas written as seen from above', async () => {
    const sample = readSample('dxf/sample_AC1009_ascii.dxf').toString('latin1');
    const scene = await drawing(sample);
    const { min = [], max = [] } = scene.bounds ?? {};
    expect((max[0] ?? 0) - (min[0] ?? 0)).toBeCloseTo(1867.6, 1);
    const asSeen = sample.replaceAll(/^ *0\r?\nSOLID\r?\n(?:.*\r?\n.*\r?\n)*?(?= *0\r?\n)/gm, seenFromAbove);
    expect(asSeen).not.toBe(sample);
    expect(compareScenes(scene, await drawing(asSeen))?.comparison.changes).toEqual([]);
  });
});

/** An area with its x turned round, and its normal. */
function seenFromAbove(written: string): string {
  if (!/^ *230\r?\n-1/m.test(written)) return written;
  return written
    .replaceAll(/^( *1[0-3]\r?\n)(.*)$/gm, (_, code: string, x: string) => `${code}${-Number(x)}`)
    .replace(/^( *230\r?\n).*$/m, '$11.0');
}
