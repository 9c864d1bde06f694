import { describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import type { ShapeComparison } from '../../../shared/rpc/comparison.ts';
import { hasSamples, readSample } from '../cad/sample-files.ts';
import { dxfEntity, dxfFile, dxfLine } from './dxf-file.ts';
import { useLookFolder } from './look-folder.ts';
import { createReadingHere } from './reading-here.ts';

const folder = useLookFolder();

async function compared(name: string, content: string | Uint8Array): Promise<ShapeComparison> {
  const scene = await createReadingHere().read(folder.put(name, content));
  const { comparison } = compareScenes(scene, scene) ?? {};
  if (!comparison) throw new Error('They were not compared.');
  return comparison;
}

const text = dxfEntity('TEXT', [1, 'here'], [10, 0], [20, 0], [40, 2]);
const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n';
const facet = 'solid one\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid\n';

describe('what shapes are counted in', () => {
  it.each([
    ['polygons are faces', 'square.obj', square, { faces: 1 }],
    ['an STL has triangles', 'one.stl', facet, { triangles: 1 }],
    ['a drawing has lines and texts', 'a.dxf', dxfFile([dxfLine(0, 0, 1, 1), text]), { lines: 1, texts: 1 }],
  ])('is what its format has: %s', async (_, name, content, counts) => {
    expect((await compared(name, content)).before.counts).toEqual(counts);
  });

  it.skipIf(!hasSamples)('is faces of the solids in STEP, and triangles in IFC', async () => {
    const valve = await compared('valve.step', readSample('step/DN15_FIG_130.step'));
    expect(Object.keys(valve.before.counts)).toEqual(['faces']);
    const wall = await compared('wall.ifc', readSample('ifc/wall-with-opening-and-window.ifc'));
    expect(Object.keys(wall.before.counts)).toEqual(['triangles']);
  });
});
