import { describe, expect, it } from 'vitest';
import { movedOrigin, switchedAs } from '../../../../../renderer/features/look/shown.ts';
import type { DrawingScene, ModelScene, Part } from '../../../../../shared/rpc/scene.ts';

const part = (name: string): Part => ({
  name,
  place: [0, 0, 0],
  meshes: [],
  wires: [new Float32Array(6)],
  children: [],
});
const model = (names: readonly string[], x = 0): ModelScene => ({
  kind: 'model',
  unit: 'mm',
  origin: [x, 0, 0],
  bounds: undefined,
  root: { ...part('all'), wires: [], children: names.map(part) },
});
const drawing = (layers: Readonly<Record<string, boolean>>): DrawingScene => ({
  kind: 'drawing',
  unit: 'mm',
  layers: Object.entries(layers).map(([name, isVisible]) => ({ name, isVisible, colour: [0, 0, 0, 1] })),
  entities: [],
  bounds: undefined,
});

describe('a file that is saved while it is looked at', () => {
  it('has the parts hidden that were hidden, wherever they stand in it now', () => {
    const before = model(['body', 'screw', 'screw', 'valve']);
    const now = model(['cover', 'screw', 'body', 'screw']);
    expect(switchedAs(before, new Set([2, 3]), now)).toEqual(new Set([3]));
  });

  it('has a layer as a person switched it, and any other as the file says by now', () => {
    const before = drawing({ outline: true, notes: true, grid: false, sizes: true });
    const now = drawing({ outline: true, notes: true, grid: false, sizes: false, later: false });
    expect(switchedAs(before, new Set(['notes']), now)).toEqual(new Set(['notes', 'sizes', 'later']));
  });

  it('is told how far its middle moved, by which it is looked at', () => {
    expect(movedOrigin(model(['body'], 300), model(['body'], 400))).toEqual([100, 0, 0]);
    expect(movedOrigin(drawing({}), drawing({}))).toEqual([0, 0, 0]);
  });
});
