import rhino3dm, { type File3dm, type RhinoModule } from 'rhino3dm';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import { drawScene } from '../../../electron/look/draw/draw-scene.ts';
import { lookLimits } from '../../../electron/look/limits.ts';
import { createShapeReading } from '../../../electron/look/read-shape.ts';
import { pack, unpack } from '../../../shared/rpc/packed.ts';
import { partsOf, type ModelScene, type Scene } from '../../../shared/rpc/scene.ts';
import { useLookFolder } from './look-folder.ts';

type Point = [x: number, y: number, z: number];

const folder = useLookFolder();
let rhino: RhinoModule;
beforeAll(async () => {
  rhino = await rhino3dm();
});

async function modelOf(fill: (file: File3dm) => void, limits = lookLimits): Promise<ModelScene> {
  const file = new rhino.File3dm();
  fill(file);
  const scene = await createShapeReading(limits).read(folder.put('points.3dm', file.toByteArray()));
  if (scene.kind !== 'model') throw new Error('A 3DM is a model.');
  return scene;
}

function addCloud(file: File3dm, ...points: readonly Point[]): void {
  const cloud = new rhino.PointCloud();
  for (const point of points) cloud.add(point);
  file.objects().addPointCloud(cloud, new rhino.ObjectAttributes());
}

/** Where the points of a model are, of each of its parts. */
function dotsIn({ root, origin }: ModelScene): number[][] {
  return partsOf(root).map(({ part: { dots = new Float32Array(), place } }) =>
    [...dots].map((value, at) => value + (place[at % 3] ?? 0) + (origin[at % 3] ?? 0)),
  );
}

const changesBetween = (before: Scene, after: Scene) => compareScenes(before, after)?.comparison.changes ?? [];

describe('points of a Rhino model', () => {
  it('are where they are, each a part, and those of a cloud together', async () => {
    const model = await modelOf((file) => {
      file.objects().addPoint([1, 2, 3]);
      addCloud(file, [0, 0, 0], [100, 0, 0], [0, 50, 0]);
    });
    expect(dotsIn(model)).toEqual([
      [1, 2, 3],
      [0, 0, 0, 100, 0, 0, 0, 50, 0],
    ]);
    expect(model.notShown).toBeUndefined();
    expect(model.bounds && model.bounds.max[0] - model.bounds.min[0]).toBe(100);
  });

  it('are counted as points, and reach the window as they are', async () => {
    const model = await modelOf((file) => {
      addCloud(file, [0, 0, 0], [1, 0, 0]);
      file.objects().addLine([0, 0, 0], [1, 1, 1]);
    });
    expect(compareScenes(model, model)?.comparison.before.counts).toEqual({ lines: 1, points: 2 });
    expect(dotsIn(unpack(pack(model)) as ModelScene)).toEqual(dotsIn(model));
  });

  it('that moved are found, and so is a cloud of which one point is elsewhere', async () => {
    const at = (x: number) => modelOf((file) => file.objects().addPoint([x, 0, 0]));
    expect(changesBetween(await at(0), await at(25))).toMatchObject([{ kind: 'moved', motion: { by: [25, 0, 0] } }]);
    expect(changesBetween(await at(0), await at(0))).toEqual([]);
    const cloud = (z: number) => modelOf((file) => addCloud(file, [0, 0, 0], [9, 0, 0], [0, 9, z]));
    expect(changesBetween(await cloud(0), await cloud(1))).toMatchObject([{ kind: 'changed' }]);
  });

  it('that are fewer than before have changed, also where all of them are in one place', async () => {
    const cloud = (count: number) =>
      modelOf((file) => addCloud(file, ...Array.from({ length: count }, (): Point => [5, 5, 5])));
    expect(changesBetween(await cloud(3), await cloud(1))).toMatchObject([{ kind: 'changed' }]);
  });

  it('are seen in the picture', async () => {
    const { rgba, width } = drawScene(await modelOf((file) => addCloud(file, [0, 0, 0], [10, 10, 0], [0, 0, 10])), 60);
    const seen = rgba.filter((value, at) => at % 4 === 3 && value > 200).length;
    expect(seen).toBeGreaterThanOrEqual(15);
    expect(seen).toBeLessThan(0.05 * width ** 2);
  });

  it('that are more than a file may have, or nowhere, have it refused', async () => {
    const many = (file: File3dm): void => addCloud(file, [0, 0, 0], [1, 0, 0], [2, 0, 0]);
    await expect(modelOf(many, { ...lookLimits, points: 2 })).rejects.toMatchObject({ code: 'look-limit' });
    for (const x of [NaN, 1e300]) {
      const nowhere = modelOf((file) => addCloud(file, [0, 0, 0], [x, 0, 0]));
      await expect(nowhere).rejects.toMatchObject({ code: 'look-unreadable' });
    }
  });
});

describe('texts of a Rhino model', () => {
  it('are named as what is not shown', async () => {
    const { notShown } = await modelOf((file) => {
      file.objects().addTextDot('here', [0, 0, 0], new rhino.ObjectAttributes());
      file.objects().addPoint([0, 0, 0]);
    });
    expect(notShown).toEqual(['TextDot']);
  });
});
