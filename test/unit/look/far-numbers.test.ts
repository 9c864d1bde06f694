import { describe, expect, it } from 'vitest';
import { hasSamples, readSample } from '../cad/sample-files.ts';
import { dxfEntity, dxfFile, dxfLine } from './dxf-file.ts';
import { useLookFolder } from './look-folder.ts';
import { createReadingHere } from './reading-here.ts';

const folder = useLookFolder();
const noNumbers = {
  code: 'look-unreadable',
  detail: 'It has coordinates that are no numbers, or far too large.',
};

function objOf(x: string): string {
  return `v 0 0 0\nv ${x} 0 0\nv 0 1 0\nf 1 2 3\n`;
}

function stlOf(x: string): string {
  return `solid one\nfacet\nvertex 0 0 0\nvertex ${x} 0 0\nvertex 0 1 0\nendfacet\nendsolid\n`;
}

function binaryStlOf(x: number): Buffer {
  const bytes = Buffer.alloc(84 + 50);
  bytes.writeUInt32LE(1, 80);
  bytes.writeFloatLE(x, 84 + 24);
  bytes.writeFloatLE(1, 84 + 40);
  return bytes;
}

describe('a coordinate that is no number, or that no drawing has', () => {
  it.each(['1e308', '3e38', '-1e13', 'NaN', 'Infinity', 'x'])(
    'has a file refused that has nothing else: %s',
    async (x) => {
      const files = { 'far.obj': objOf(x), 'far.stl': stlOf(x), 'far.dxf': dxfFile([dxfLine(x, 0, 1, 1)]) };
      for (const [name, content] of Object.entries(files)) {
        await expect(createReadingHere().read(folder.put(name, content)), name).rejects.toMatchObject(noNumbers);
      }
    },
  );

  it.each([3e38, NaN, -Infinity])('has it refused in bytes as in text: %s', async (x) => {
    const path = folder.put('far binary.stl', binaryStlOf(x));
    await expect(createReadingHere().read(path)).rejects.toMatchObject(noNumbers);
  });

  it('has a drawing refused of which blocks or texts take all there', async () => {
    const insert = dxfEntity('INSERT', [2, 'mark'], [10, 0], [20, 0], [41, 1e300], [42, 1]);
    const text = dxfEntity('TEXT', [1, 'here'], [10, 0], [20, 1e40], [40, 2]);
    for (const entities of [[insert], [text]]) {
      const path = folder.put('far block.dxf', dxfFile(entities, { mark: [dxfLine(0, 0, 1, 1)] }));
      await expect(createReadingHere().read(path)).rejects.toMatchObject(noNumbers);
    }
  });

  it('is no matter in what is as far away as the other side of the earth', async () => {
    const scene = await createReadingHere().read(folder.put('earth.obj', objOf('1.3e10')));
    expect(scene.bounds && scene.bounds.max[0] - scene.bounds.min[0]).toBe(1.3e10);
  });

  it.skipIf(!hasSamples)('is not made up for a face with four corners', async () => {
    const path = folder.put('faces.dxf', readSample('dxf/sample_AC1009_ascii.dxf'));
    const scene = await createReadingHere().read(path);
    const faces = scene.kind === 'drawing' ? scene.entities.filter(({ type }) => type === '3DFACE') : [];
    expect(faces.map(({ lines }) => lines.map(({ length }) => length))).toEqual([[10]]);
  });
});
