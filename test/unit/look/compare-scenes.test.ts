import { describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import type { Part, Scene } from '../../../shared/rpc/scene.ts';
import type { ShapeComparison } from '../../../shared/rpc/comparison.ts';
import { boxPart, drawingOf, lineEntity, modelOf } from './made-scenes.ts';

function compare(before: Scene, after: Scene): ShapeComparison {
  const compared = compareScenes(before, after);
  if (!compared) throw new Error('They are not alike.');
  return compared.comparison;
}

const told = (before: Scene, after: Scene): string[] =>
  compare(before, after).changes.map(({ kind, name }) => `${kind} ${name}`.trim());

describe('two models', () => {
  const plate = boxPart('plate', [600, 400, 20]);
  const post = boxPart('post', [40, 40, 300], [100, 100, 20]);
  const bodiesTimes = (factor: number) =>
    modelOf(
      boxPart('Body', [10 * factor, 20 * factor, 30 * factor], [80 * factor, 0, 0]),
      boxPart('Body', [30 * factor, 5 * factor, 5 * factor], [40 * factor, 0, 0]),
      boxPart('Body', [2 * factor, 2 * factor, 40 * factor]),
    );

  it('that are the same differ in nothing, also when their parts stand in another order', () => {
    expect(told(modelOf(plate, post), modelOf(post, plate))).toEqual([]);
    expect(compare(modelOf(plate, post), modelOf(post, plate)).unchanged).toBe(2);
  });

  it('tell the volume of what is closed, and the size', () => {
    expect(compare(modelOf(plate), modelOf(plate)).before).toEqual({
      box: { width: 600, depth: 400, height: 20 },
      volume: 4_800_000,
      counts: { faces: 6 },
    });
  });

  it('tell no volume of what is open', () => {
    const [mesh] = plate.meshes;
    const open = mesh && { ...plate, meshes: [{ ...mesh, indices: mesh.indices.slice(3) }] };
    expect(compare(modelOf(open ?? plate), modelOf(open ?? plate)).before.volume).toBeUndefined();
  });

  it.each([
    ['added', modelOf(plate), modelOf(plate, post), ['added post']],
    ['removed', modelOf(plate, post), modelOf(plate), ['removed post']],
    ['moved', modelOf(plate, post), modelOf(plate, boxPart('post', [40, 40, 300], [130, 140, 20])), ['moved post']],
    ['scaled', modelOf(plate, post), modelOf(plate, boxPart('post', [80, 80, 600], [100, 100, 20])), ['scaled post']],
    ['changed', modelOf(plate, post), modelOf(boxPart('plate', [800, 400, 20]), post), ['changed plate']],
    ['renamed', modelOf(plate, post), modelOf({ ...plate, name: 'base' }, post), ['renamed base']],
    [
      'recoloured',
      modelOf(boxPart('post', [1, 2, 3], [0, 0, 0], [1, 0, 0, 1])),
      modelOf(boxPart('post', [1, 2, 3], [0, 0, 0], [0, 1, 0, 1])),
      ['recoloured post'],
    ],
    // A part of the same shape and name elsewhere takes nothing away from the one that stayed.
    ['a second one', modelOf(post), modelOf(boxPart('post', [40, 40, 300]), post), ['added post']],
    [
      'scaled with all others of its name',
      bodiesTimes(1),
      bodiesTimes(10),
      ['scaled Body', 'scaled Body', 'scaled Body'],
    ],
  ])('tell that a part is %s', (_, before, after, changes) => {
    expect(told(before, after)).toEqual(changes);
  });

  it('tell how far a part moved', () => {
    const [change] = compare(
      modelOf(plate, post),
      modelOf(plate, boxPart('post', [40, 40, 300], [130, 140, 20])),
    ).changes;
    expect(change?.motion?.by.map(Math.round)).toEqual([30, 40, 0]);
    expect(change?.motion?.turnedDegrees).toBe(0);
  });

  it('tell by how much a part was turned', () => {
    const turned = (degrees: number) => {
      const [mesh] = post.meshes;
      if (!mesh) throw new Error('A box has a mesh.');
      const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const positions = mesh.positions.map((value, at) => {
        const [y, z] = [mesh.positions[at - (at % 3) + 1] ?? 0, mesh.positions[at - (at % 3) + 2] ?? 0];
        return at % 3 === 0 ? value : at % 3 === 1 ? cos * y - sin * z : sin * y + cos * z;
      });
      return { ...post, meshes: [{ ...mesh, positions }] };
    };
    const [change] = compare(modelOf(plate, post), modelOf(plate, turned(30))).changes;
    expect(change?.kind).toBe('moved');
    expect(change?.motion?.turnedDegrees).toBeCloseTo(30, 2);
  });

  it('tell a mirrored part from one that was turned', () => {
    const wedge = (side: 1 | -1) => ({
      name: 'wedge',
      place: [0, 0, 0] as const,
      wires: [],
      children: [],
      meshes: [
        {
          positions: Float32Array.from([0, 0, 0, 10 * side, 0, 0, 0, 20, 0, 0, 0, 30]),
          indices: Uint32Array.from([0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]),
          faceCount: 4,
        },
      ],
    });
    expect(told(modelOf(wedge(1)), modelOf(wedge(-1)))).toEqual(['changed wedge']);
  });

  it(
    'of thousands of points without names are compared to the end, where most of them stayed',
    { timeout: 60_000 },
    () => {
      const survey = (shifted: number) => {
        const dots = new Float32Array(3);
        const point = (at: number): Part => {
          const place = [(at % 100) * 5, Math.floor(at / 100) * 5 + (at < shifted ? 1.25 : 0), 0] as const;
          return { name: '', place, meshes: [], wires: [], dots, children: [] };
        };
        return modelOf(...Array.from({ length: 15_000 }, (_, at) => point(at)));
      };
      const { changes, unchanged } = compare(survey(0), survey(3));
      expect([changes.map(({ kind }) => kind), unchanged]).toEqual([['moved', 'moved', 'moved'], 14_997]);
    },
  );

  describe('without a unit', () => {
    const inMetres = (...parts: readonly Part[]) => ({ ...modelOf(...parts), unit: undefined });
    const [slab, wall] = [boxPart('slab', [10, 8, 0.2]), boxPart('wall', [4, 0.1, 3], [1, 1, 0.2])];

    it('that are in metres tell an edit of half a millimetre', () => {
      const thicker = boxPart('wall', [4, 0.1005, 3], [1, 1, 0.2]);
      const moved = boxPart('wall', [4, 0.1, 3], [1.0005, 1, 0.2]);
      expect(told(inMetres(slab, wall), inMetres(slab, thicker))).toEqual(['changed wall']);
      expect(told(inMetres(slab, wall), inMetres(slab, moved))).toEqual(['moved wall']);
    });

    it('tell nothing of numbers that were rounded to six digits', () => {
      const rounded = (part: ReturnType<typeof boxPart>) => ({
        ...part,
        meshes: part.meshes.map((mesh) => ({
          ...mesh,
          positions: mesh.positions.map((value) => Number((value / 3).toPrecision(6)) * 3),
        })),
      });
      expect(told(inMetres(slab, wall), inMetres(rounded(slab), rounded(wall)))).toEqual([]);
    });

    it('tell the volume of a part as small as a screw', () => {
      const screw = boxPart('screw', [0.000_05, 0.000_05, 0.000_05]);
      expect(compare(inMetres(screw), inMetres(screw)).before.volume).toBeCloseTo(1.25e-13, 17);
      const open = { ...screw, meshes: screw.meshes.map((mesh) => ({ ...mesh, indices: mesh.indices.slice(3) })) };
      expect(compare(inMetres(open), inMetres(open)).before.volume).toBeUndefined();
    });
  });

  it('and a drawing cannot be compared', () => {
    expect(compareScenes(modelOf(plate), drawingOf())).toBeUndefined();
  });
});

describe('two drawings', () => {
  const [first, second] = [lineEntity('1A', [0, 0, 100, 0]), lineEntity('1B', [0, 10, 100, 10])];

  it('of which one was rounded when it was saved have the same objects', () => {
    const rounded = drawingOf(lineEntity('1A', [0, 0, 100.000_000_1, 0]), lineEntity('1B', [0, 10, 100, 9.999_999_9]));
    expect(compare(drawingOf(first, second), rounded)).toMatchObject({ changes: [], unchanged: 2 });
  });

  it('that were numbered again differ in nothing', () => {
    const again = [lineEntity('9', [0, 10, 100, 10]), lineEntity('8', [0, 0, 100, 0])];
    expect(told(drawingOf(first, second), drawingOf(...again))).toEqual([]);
  });

  it.each([
    ['added', drawingOf(first), drawingOf(first, second), ['added']],
    ['removed', drawingOf(first, second), drawingOf(first), ['removed']],
    ['moved', drawingOf(first, second), drawingOf(first, lineEntity('1B', [0, 50, 100, 50])), ['moved']],
    ['changed', drawingOf(first, second), drawingOf(first, lineEntity('1B', [0, 10, 80, 10])), ['changed']],
    ['changed', drawingOf(first, second), drawingOf(first, lineEntity('', [0, 10, 80, 10])), ['removed', 'added']],
  ])('tell that an object is %s', (_, before, after, changes) => {
    expect(told(before, after)).toEqual(changes);
  });

  it('are compared on the layers that are off too, which whoever looks can switch on', () => {
    const more = drawingOf(first, lineEntity('1C', [0, 0, 900, 1], 'off'));
    expect(told(drawingOf(first), more)).toEqual(['added']);
    // What is not to be seen at first makes the drawing no larger.
    expect(compare(drawingOf(first), more).after.box.width).toBe(100);
  });

  it('tell that a layer was switched off', () => {
    const on = drawingOf(first, second);
    const off = { ...on, layers: on.layers.map((layer) => ({ ...layer, isVisible: false })) };
    expect(told(on, off)).toEqual(['changed', 'changed']);
    expect(told(off, off)).toEqual([]);
  });
});
