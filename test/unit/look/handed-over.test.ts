import { describe, expect, it } from 'vitest';
import { handedOver } from '../../../electron/look/handed-over.ts';
import { lookLimits } from '../../../electron/look/limits.ts';
import { createShapeReading } from '../../../electron/look/read-shape.ts';
import { dxfFile, dxfLine } from './dxf-file.ts';
import { useLookFolder } from './look-folder.ts';

const folder = useLookFolder();

describe('what a thread found in a file', () => {
  it('is handed over where it is large, each buffer once, and copied where it is small', () => {
    const [large, small] = [new Float64Array(100_000), new Float64Array(4)];
    const answer = { scene: { lines: [large, small, large.subarray(5)], unit: undefined, fills: [[large]] } };
    expect(handedOver(answer)).toEqual([large.buffer]);
  });

  it('comes in time, however many small lines a drawing consists of', { timeout: 60_000 }, async () => {
    const count = 64_000;
    const lines = Array.from({ length: count }, (_, at) => dxfLine(at % 300, at, at % 300, -1));
    const path = folder.put('lines.dxf', dxfFile(lines));
    const scene = await createShapeReading({ ...lookLimits, timeMs: 30_000 }).read(path);
    expect(scene).toMatchObject({ kind: 'drawing', entities: { length: count } });
  });
});
