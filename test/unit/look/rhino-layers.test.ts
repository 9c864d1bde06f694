import rhino3dm from 'rhino3dm';
import { describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import { createShapeReading } from '../../../electron/look/read-shape.ts';
import { partsOf, type Scene } from '../../../shared/rpc/scene.ts';
import { useLookFolder } from './look-folder.ts';

const folder = useLookFolder();

/** A line on each of two layers, the second one under the first, and one on a layer of its own. */
async function modelWith(isOn: { readonly outer: boolean; readonly inner: boolean }): Promise<Scene> {
  const rhino = await rhino3dm();
  const file = new rhino.File3dm();
  const layers = file.layers();
  for (const name of ['outer', 'inner', 'other']) {
    const layer = new rhino.Layer();
    layer.name = name;
    layer.visible = name === 'other' || isOn[name as keyof typeof isOn];
    if (name === 'inner') layer.parentLayerId = layers.get(0).id;
    const attributes = new rhino.ObjectAttributes();
    attributes.layerIndex = layers.add(layer);
    attributes.name = name;
    const line = new rhino.LineCurve([0, 0, 0], [10, attributes.layerIndex, 0]);
    file.objects().addCurve(line, attributes);
  }
  return createShapeReading().read(folder.put('layers.3dm', file.toByteArray()));
}

const namesIn = (scene: Scene) => (scene.kind === 'model' ? partsOf(scene.root).map(({ part }) => part.name) : []);

describe('objects of a Rhino model', () => {
  it('are left out where their layer is off, or one above it', async () => {
    expect(namesIn(await modelWith({ outer: true, inner: true }))).toEqual(['outer', 'inner', 'other']);
    expect(namesIn(await modelWith({ outer: true, inner: false }))).toEqual(['outer', 'other']);
    expect(namesIn(await modelWith({ outer: false, inner: true }))).toEqual(['other']);
  });

  it('are told as removed when their layer is turned off', async () => {
    const [before, after] = [
      await modelWith({ outer: true, inner: true }),
      await modelWith({ outer: true, inner: false }),
    ];
    const { changes } = compareScenes(before, after)?.comparison ?? {};
    expect(changes).toMatchObject([{ kind: 'removed', name: 'inner' }]);
  });
});
