import { describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import { trianglesOfPolygon } from '../../../electron/look/formats/polygon.ts';
import { partsOf, type Point3, type Scene } from '../../../shared/rpc/scene.ts';
import { useLookFolder } from './look-folder.ts';
import { createReadingHere } from './reading-here.ts';

const folder = useLookFolder();
const read = (name: string, text: string): Promise<Scene> => createReadingHere().read(folder.put(name, text));
const namesOf = (scene: Scene) => (scene.kind === 'model' ? partsOf(scene.root).map(({ part }) => part.name) : []);
const volumeOf = (scene: Scene) => compareScenes(scene, scene)?.comparison.before.volume;

const facet = (z: number): string => `facet\nvertex 0 0 ${z}\nvertex 1 0 ${z}\nvertex 0 1 ${z}\nendfacet\n`;

describe('an STL with several solids', () => {
  it('has one part for each, by its name', async () => {
    const text = `solid left wing\n${facet(0)}${facet(1)}endsolid left wing\nsolid right\n${facet(5)}endsolid\n`;
    for (const [name, written] of [
      ['two.stl', text],
      ['two crlf.stl', text.replaceAll('\n', '\r\n')],
    ] as const) {
      const scene = await read(name, written);
      expect(namesOf(scene)).toEqual(['left wing', 'right']);
      const triangles =
        scene.kind === 'model' ? scene.root.children.map(({ meshes }) => meshes[0]?.indices.length) : [];
      expect(triangles).toEqual([6, 3]);
    }
  });

  it('is refused where a triangle goes over the end of a solid', async () => {
    const half = 'facet\nvertex 0 0 0\n';
    const rest = 'vertex 1 0 0\nvertex 0 1 0\n';
    const text = `solid one\n${half}endsolid\nsolid two\n${rest}endsolid\n`;
    await expect(read('half.stl', text)).rejects.toMatchObject({ code: 'look-unreadable' });
  });
});

/** An upright prism on an L, which is 3 by 3 without its corner of 2 by 2, and 2 high. */
const profile = [
  [0, 0],
  [3, 0],
  [3, 1],
  [1, 1],
  [1, 3],
  [0, 3],
] as const;

function prismObj(corners: readonly (readonly [number, number])[]): string {
  const count = corners.length;
  const vertices = [0, 2].flatMap((z) => corners.map(([x, y]) => `v ${x} ${y} ${z}`));
  const bottom = corners.map((_, at) => count - at).join(' ');
  const top = corners.map((_, at) => count + at + 1).join(' ');
  const sides = corners.map((_, at) => {
    const next = (at + 1) % count;
    return `f ${at + 1} ${next + 1} ${count + next + 1} ${count + at + 1}`;
  });
  return [...vertices, `f ${bottom}`, `f ${top}`, ...sides].join('\n');
}

describe('an OBJ', () => {
  it('with a line that goes on after a backslash is read, whatever ends its lines', async () => {
    const text = 'v 0 0 0\nv 1 0 0\nv 0 \\\n1 0\nf 1 \\\n2 3\n';
    for (const [name, written] of [
      ['lf.obj', text],
      ['crlf.obj', text.replaceAll('\n', '\r\n')],
    ] as const) {
      const scene = await read(name, written);
      expect(scene.bounds && scene.bounds.max[1] - scene.bounds.min[1]).toBe(1);
    }
  });

  it('has the area of a polygon with a corner that points inwards, not that of what lies around it', async () => {
    // From this corner a fan covers what is outside.
    const turned = [...profile.slice(1), profile[0]];
    for (const [name, corners] of [
      ['l.obj', profile],
      ['turned.obj', turned],
    ] as const) {
      expect(volumeOf(await read(name, prismObj(corners)))).toBeCloseTo(10, 9);
    }
  });

  it('stays closed where corners lie in the middle of a side', async () => {
    const more = profile.flatMap(([x, y], at) => {
      const [toX, toY] = profile[(at + 1) % profile.length] ?? [x, y];
      return [0, 0.25, 0.5].map((share) => [x + share * (toX - x), y + share * (toY - y)] as const);
    });
    expect(volumeOf(await read('more.obj', prismObj(more)))).toBeCloseTo(10, 9);
  });
});

describe('the triangles of a polygon', () => {
  const area = (polygon: readonly Point3[]): number => {
    const corners = trianglesOfPolygon(polygon);
    let sum = 0;
    for (let at = 0; at < corners.length; at += 3) {
      const [a, b, c] = corners.slice(at, at + 3).map((corner) => polygon[corner] as Point3) as [
        Point3,
        Point3,
        Point3,
      ];
      sum += ((b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1])) / 2;
    }
    return sum;
  };

  it.each([1, -1])('turn as it does, in any plane (side %i)', (side) => {
    const upright = profile.map(([x, y]): Point3 => [7, side * x, y]);
    for (let first = 0; first < upright.length; first += 1) {
      expect(area([...upright.slice(first), ...upright.slice(0, first)])).toBeCloseTo(side * 5, 12);
    }
  });
});
