import rhino3dm from 'rhino3dm';
import { describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import type { Scene } from '../../../shared/rpc/scene.ts';
import { comparisonInWords } from '../../../shared/words/comparison-in-words.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { dxfFile, dxfLine } from './dxf-file.ts';
import { useLookFolder } from './look-folder.ts';
import { createReadingHere } from './reading-here.ts';

const folder = useLookFolder();

/** A line of 10, in a unit by its number. */
function dxfIn(unit: number): Promise<Scene> {
  const header = `0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n${unit}\n0\nENDSEC\n`;
  return createReadingHere().read(folder.put('drawn.dxf', header + dxfFile([dxfLine(0, 0, 10, 0)])));
}

async function rhinoIn(unit: 'Millimeters' | 'Kilometers' | 'Miles' | 'None'): Promise<Scene> {
  const rhino = await rhino3dm();
  const file = new rhino.File3dm();
  file.settings().modelUnitSystem = rhino.UnitSystem[unit];
  file.objects().addLine([0, 0, 0], [10, 0, 0]);
  return createReadingHere().read(folder.put('line.3dm', file.toByteArray()));
}

const widthOf = ({ bounds }: Scene): number => (bounds ? bounds.max[0] - bounds.min[0] : 0);

function told(before: Scene, after: Scene): string {
  const facts = { sizeBytes: 1, whole: 'whole' } as const;
  const shapes = compareScenes(before, after)?.comparison;
  return comparisonInWords({ before: facts, after: facts, isSameFile: false, shapes }, 'en', createFormats('en'))
    .summary;
}

describe('the unit of a file', () => {
  it('is any that people build in', async () => {
    expect(widthOf(await dxfIn(3))).toBe(16_093_440);
    expect(widthOf(await dxfIn(7))).toBe(1e7);
    expect(widthOf(await dxfIn(9))).toBeCloseTo(0.254, 12);
    expect(widthOf(await dxfIn(21))).toBeCloseTo(3048.006096, 6);
    expect(widthOf(await rhinoIn('Kilometers'))).toBe(1e7);
    expect(widthOf(await rhinoIn('Miles'))).toBe(16_093_440);
  });

  it('that is known in one version alone is told, as nobody knows whether the size changed', async () => {
    expect(told(await dxfIn(4), await dxfIn(0))).toBe('The unit is no longer known');
    expect(told(await dxfIn(0), await dxfIn(4))).toBe('The unit is now known');
    expect(told(await rhinoIn('Millimeters'), await rhinoIn('None'))).toBe('The unit is no longer known');
    expect(told(await dxfIn(0), await dxfIn(0))).toBe('Nothing visible changed');
  });
});
