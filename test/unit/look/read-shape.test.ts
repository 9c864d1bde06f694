import { describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import { lookLimits } from '../../../electron/look/limits.ts';
import { createShapeReading } from '../../../electron/look/read-shape.ts';
import { partsOf, type Scene } from '../../../shared/rpc/scene.ts';
import { hasSamples, readSample } from '../cad/sample-files.ts';
import { igesBox } from './iges-box.ts';
import { useLookFolder } from './look-folder.ts';

const folder = useLookFolder();

/** A box of 12 triangles with outward faces, as Wavefront OBJ. */
const boxObj = `o box
v 0 0 0
v 600 0 0
v 600 300 0
v 0 300 0
v 0 0 200
v 600 0 200
v 600 300 200
v 0 300 200
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
`;

const facetText = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';

function sizeOf({ bounds }: Scene): readonly number[] {
  return bounds ? [0, 1, 2].map((axis) => Math.round((bounds.max[axis as 0] ?? 0) - (bounds.min[axis as 0] ?? 0))) : [];
}

const trianglesOf = (scene: Scene): number =>
  scene.kind === 'model'
    ? partsOf(scene.root).reduce(
        (sum, { part }) => sum + part.meshes.reduce((all, { indices }) => all + indices.length / 3, 0),
        0,
      )
    : 0;

describe('reading the shapes of a file', () => {
  it('gives its parts with names, triangles and size', async () => {
    const scene = await createShapeReading().read(folder.put('box.obj', boxObj));
    expect(sizeOf(scene)).toEqual([600, 300, 200]);
    expect(trianglesOf(scene)).toBe(12);
    expect(scene.kind === 'model' && partsOf(scene.root).map(({ part }) => part.name)).toEqual(['box']);
    expect(scene.unit).toBeUndefined();
  });

  it('gives the surfaces of an IGES file, whichever of its endings it has', async () => {
    for (const name of ['box.igs', 'box.iges']) {
      const scene = await createShapeReading().read(folder.put(name, igesBox([600, 300, 200])));
      expect(sizeOf(scene)).toEqual([600, 300, 200]);
      expect(trianglesOf(scene)).toBe(12);
      expect(scene.unit).toBe('mm');
    }
  });

  it('gives them behind a byte order mark, and before Ctrl-Z and zeros', async () => {
    const bytes = Buffer.concat([Buffer.from('\ufeff'), igesBox([600, 300, 200]), Buffer.from('\u001a\0\0')]);
    expect(sizeOf(await createShapeReading().read(folder.put('box.igs', bytes)))).toEqual([600, 300, 200]);
  });

  it('refuses an IGES file that broke off', async () => {
    const whole = igesBox([600, 300, 200]);
    const path = folder.put('cut.igs', whole.subarray(0, whole.length / 2));
    await expect(createShapeReading().read(path)).rejects.toMatchObject({ code: 'look-unreadable' });
  });

  it('refuses what broke off and could be taken for the whole, and what has more than it says', async () => {
    const two = (end: string): string =>
      ['one', 'two'].map((name) => `solid ${name}\n${facetText}${name === 'one' ? 'endsolid' : end}\n`).join('');
    const ifc = hasSamples ? readSample('ifc/LargeBuilding.ifc') : Buffer.from('ISO-10303-21;');
    const binary = Buffer.alloc(84 + 100);
    binary.writeUInt32LE(1, 80);
    const cut = [
      folder.put('half.ifc', ifc.subarray(0, ifc.length / 2)),
      folder.put('two.stl', two('')),
      folder.put('more.stl', binary),
    ];
    for (const path of cut) {
      await expect(createShapeReading().read(path), path).rejects.toMatchObject({ code: 'look-unreadable' });
    }
    expect(trianglesOf(await createShapeReading().read(folder.put('both.stl', two('endsolid'))))).toBe(2);
  });

  it('names the kinds of objects in a drawing that cannot be drawn', async () => {
    const line = ['0', 'LINE', '8', '0', '10', '0', '20', '0', '11', '5', '21', '5'];
    const solid = ['0', '3DSOLID', '8', '0', '1', 'x'];
    const file = ['0', 'SECTION', '2', 'ENTITIES', ...line, ...solid, '0', 'ENDSEC', '0', 'EOF'].join('\n');
    const scene = await createShapeReading().read(folder.put('solid.dxf', `${file}\n`));
    expect(scene).toMatchObject({ kind: 'drawing', entities: [{ type: 'LINE' }], notShown: ['3DSOLID'] });
  });

  it('ends its worker, whatever became of the file', async () => {
    const reading = createShapeReading();
    const before = countWorkers();
    await reading.read(folder.put('one.obj', boxObj));
    await expect(reading.read(folder.put('broken.obj', 'f 1 2 3'))).rejects.toMatchObject({ code: 'look-unreadable' });
    expect(countWorkers()).toBe(before);
  });

  it('is refused where only its program can do that', async () => {
    const path = folder.put('family.rfa', 'anything');
    await expect(createShapeReading().read(path)).rejects.toMatchObject({ code: 'look-no-reader' });
  });

  it('is refused where there is nothing to draw in its format', async () => {
    const path = folder.put('manual.pdf', '%PDF-1.7');
    await expect(createShapeReading().read(path)).rejects.toMatchObject({ code: 'look-no-drawing' });
  });

  it('of what is no file says so, whatever its name ends with', async () => {
    await expect(createShapeReading().read('/', { fileName: 'folder.step' })).rejects.toMatchObject({
      code: 'file-unreadable',
      detail: 'It is no file.',
    });
  });

  it('that is not there is refused as a file that cannot be read', async () => {
    await expect(createShapeReading().read('/nowhere/part.step')).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  it.each([
    ['bytes', 'look-limit', { fileBytes: 100 }, 'larger than 0 MiB'],
    ['triangles', 'look-limit', { triangles: 11 }, 'more than 11 triangles'],
    ['parts', 'look-limit', { parts: 0 }, 'more than 0 parts'],
    ['time', 'look-stopped', { timeMs: 1 }, 'longer than 0 seconds'],
  ])('beyond the limit of %s is refused, and says which', async (_, code, limit, detail) => {
    const reading = createShapeReading({ ...lookLimits, ...limit });
    const refused = expect(reading.read(folder.put('large.obj', boxObj))).rejects;
    await refused.toMatchObject({ code, detail: expect.stringContaining(detail) as unknown });
    expect(countWorkers()).toBe(0);
  });

  it('that fills the memory of its worker costs nothing else', async () => {
    const reading = createShapeReading({ ...lookLimits, memoryBytes: 24 * 1024 ** 2 });
    const vertices = 'v 1 2 3\n'.repeat(1_500_000);
    await expect(reading.read(folder.put('huge.obj', vertices))).rejects.toMatchObject({
      code: 'look-stopped',
      detail: expect.stringContaining('24 MiB of memory') as unknown,
    });
  });

  it.skipIf(!hasSamples)('that fills the memory of WebAssembly is refused the same way', async () => {
    const reading = createShapeReading({ ...lookLimits, memoryBytes: 48 * 1024 ** 2 });
    const building = folder.put('building.ifc', readSample('ifc/LargeBuilding.ifc'));
    await expect(reading.read(building)).rejects.toMatchObject({
      code: 'look-stopped',
      detail: expect.stringContaining('48 MiB of memory') as unknown,
    });
  });

  it('waits for its turn, also behind one that fails', async () => {
    const reading = createShapeReading();
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    const first = reading.read(folder.put('broken.step', 'ISO-10303-21;')).catch(note('first'));
    // Refused at once, were it not for the one before.
    const second = reading.read(folder.put('row.txt', '')).catch(note('second'));
    await Promise.all([first, second]);
    expect(ended).toEqual(['first', 'second']);
  });
});

function countWorkers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
}

const samples: readonly (readonly [path: string, parts: number, size: readonly number[], unit: 'mm' | undefined])[] = [
  ['step/as1-oc-214.stp', 18, [200, 150, 84], 'mm'],
  ['step/cabinet_lock_40x42mm.step', 1, [30, 40, 52], 'mm'],
  ['step/DN15_FIG_130.step', 1, [27, 41, 54], 'mm'],
  ['ifc/wall-with-opening-and-window.ifc', 2, [3000, 300, 2000], 'mm'],
  ['ifc/ROOT-kanaalplaatvloer.ifczip', 50, [22300, 22260, 1435], 'mm'],
  ['stl/DN15_FIG_130.stl', 1, [27, 41, 54], undefined],
  ['3dm/v4_MechPartB.3dm', 1, [8, 6, 5], 'mm'],
  ['3dm/v1_five_solids.3dm', 5, [27, 21, 12], undefined],
];

describe.skipIf(!hasSamples)('a real file', { timeout: 120_000 }, () => {
  it.each(samples)('%s has %i parts and its size', async (path, parts, size, unit) => {
    const file = folder.put(path.replace('/', ' '), readSample(path));
    const scene = await createShapeReading().read(file);
    expect(scene.kind === 'model' && partsOf(scene.root).length).toBe(parts);
    expect(sizeOf(scene)).toEqual(size);
    expect(scene.unit).toBe(unit);
  });

  it('of DXF is the same drawing as text and in binary form', async () => {
    const read = async (path: string): Promise<Scene> =>
      await createShapeReading().read(folder.put(path.replace('/', ' '), readSample(path)));
    const [text, binary] = [await read('dxf/sample_AC1009_ascii.dxf'), await read('dxf/sample_AC1009_binary.dxf')];
    if (text.kind !== 'drawing' || binary.kind !== 'drawing') throw new Error('A DXF is a drawing.');
    expect(binary.entities.map(({ type }) => type)).toEqual(text.entities.map(({ type }) => type));
    expect(text.entities.length).toBeGreaterThan(100);
    expect(sizeOf(binary)).toEqual(sizeOf(text));
    // One of them has six digits of some numbers, the other one all.
    expect(compareScenes(text, binary)?.comparison.changes).toEqual([]);
  });
});
