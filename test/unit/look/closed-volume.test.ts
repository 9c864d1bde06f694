import { describe, expect, it } from 'vitest';
import { closedVolumeOf as volumeWithin, createVolumeBudget } from '../../../electron/look/compare/closed-volume.ts';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import { createShapeReading } from '../../../electron/look/read-shape.ts';
import type { Mesh } from '../../../shared/rpc/scene.ts';
import { hasSamples, readSample } from '../cad/sample-files.ts';
import { addStatements } from './edit-statements.ts';
import { useLookFolder } from './look-folder.ts';
import { boxPart } from './made-scenes.ts';

const folder = useLookFolder();

/** A cube between two corners of its diagonal. */
function cube(from: number, to: number): Mesh {
  const [mesh] = boxPart('', [to - from, to - from, to - from]).meshes;
  if (!mesh) throw new Error('A box has a mesh.');
  return { ...mesh, positions: mesh.positions.map((value) => value + from) };
}

const closedVolumeOf = (meshes: readonly Mesh[], widest: number) => volumeWithin(meshes, widest, createVolumeBudget());

const insideOut = (mesh: Mesh): Mesh => ({ ...mesh, indices: mesh.indices.toReversed() });

describe('the volume of a part of several pieces', () => {
  it('is that of all of them, without their cavities, wherever they stand', () => {
    expect(closedVolumeOf([cube(0, 10), cube(50, 60)], 60)).toBeCloseTo(2000, 6);
    expect(closedVolumeOf([cube(0, 10), insideOut(cube(2, 4)), cube(2.5, 3.5)], 10)).toBeCloseTo(1000 - 8 + 1, 6);
    expect(closedVolumeOf([insideOut(cube(0, 10)), insideOut(cube(20, 30))], 30)).toBeCloseTo(2000, 6);
  });

  it('is not told where a piece is inside out and no cavity', () => {
    expect(closedVolumeOf([cube(0, 10), insideOut(cube(50, 60))], 60)).toBeUndefined();
    expect(closedVolumeOf([cube(0, 10), insideOut(cube(2, 4)), insideOut(cube(50, 55))], 60)).toBeUndefined();
  });

  it('is that without thousands of cavities, at the cost of what is next to each', () => {
    const layers = Array.from({ length: 4000 }, (_, at) => [
      cube(at * 10, at * 10 + 8),
      insideOut(cube(at * 10 + 2, at * 10 + 4)),
    ]);
    const budget = { steps: 4000 * 12 * 2 };
    expect(volumeWithin(layers.flat(), 40_000, budget)).toBeCloseTo(4000 * (512 - 8), 0);
    expect(budget.steps).toBeGreaterThan(0);
    expect(volumeWithin(layers.flat(), 40_000, { steps: 1000 })).toBeUndefined();
  });

  it('is told where a piece without any is wound the other way round by rounding', () => {
    const thin = cube(50, 50.001);
    expect(closedVolumeOf([cube(0, 10), insideOut(thin)], 60)).toBeCloseTo(1000, 6);
  });

  it.skipIf(!hasSamples)('in IFC counts what is mirrored as what is not', async () => {
    const wall = readSample('ifc/wall-with-opening-and-window.ifc').toString('latin1');
    const boxes = (axis: string): string =>
      addStatements(
        wall,
        `#300= IFCBUILDINGELEMENTPROXY('1aaaaaaaaaaaaaaaaaaaaa', #2, 'Thing', $, $, #301, #302, $, $);
#301= IFCLOCALPLACEMENT(#39, #47);
#302= IFCPRODUCTDEFINITIONSHAPE($, $, (#303));
#303= IFCSHAPEREPRESENTATION(#20, 'Body', 'MappedRepresentation', (#304, #322));
#304= IFCMAPPEDITEM(#310, #320);
#310= IFCREPRESENTATIONMAP(#79, #311);
#311= IFCSHAPEREPRESENTATION(#20, 'Body', 'SweptSolid', (#312));
#312= IFCEXTRUDEDAREASOLID(#305, #313, #27, 500.);
#313= IFCAXIS2PLACEMENT3D(#314, $, $);
#314= IFCCARTESIANPOINT((2000., 0., 0.));
#305= IFCRECTANGLEPROFILEDEF(.AREA., $, $, 100., 200.);
#320= IFCCARTESIANTRANSFORMATIONOPERATOR3D(${axis}, #26, #22, 1., #27);
#321= IFCCARTESIANTRANSFORMATIONOPERATOR3D(#25, #26, #22, 1., #27);
#322= IFCMAPPEDITEM(#310, #321);
#390= IFCRELCONTAINEDINSPATIALSTRUCTURE('1bbbbbbbbbbbbbbbbbbbbb', #2, $, $, (#300), #38);`,
      );
    const read = (name: string, text: string) => createShapeReading().read(folder.put(name, text));
    const [mirrored, plain] = [await read('mirrored.ifc', boxes('#28')), await read('plain.ifc', boxes('#25'))];
    const { before, after } = compareScenes(mirrored, plain)?.comparison ?? {};
    expect(before?.volume).toBeGreaterThan(1e9);
    expect(before?.volume).toBeCloseTo(after?.volume ?? NaN, -2);
  });
});
