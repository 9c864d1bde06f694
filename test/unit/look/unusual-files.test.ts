import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspectCadFile } from '../../../electron/cad/inspect.ts';
import { createShapeReading } from '../../../electron/look/read-shape.ts';
import { lookLimits } from '../../../electron/look/limits.ts';
import { partsOf, type Scene } from '../../../shared/rpc/scene.ts';
import { hasSamples, readSample } from '../cad/sample-files.ts';
import { createBytesFile } from '../cad/bytes-file.ts';
import { useLookFolder } from './look-folder.ts';

const folder = useLookFolder();
const read = (name: string, content: string | Uint8Array): Promise<Scene> =>
  createShapeReading().read(folder.put(name, content));

const trianglesOf = (scene: Scene): number[] =>
  scene.kind === 'model'
    ? partsOf(scene.root).map(({ part }) => part.meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0))
    : [];

/** As Windows editors put it before UTF-8. */
const byteOrderMark = '\u00ef\u00bb\u00bf';

describe('an STL', () => {
  const facet = (z: number): string => `facet\nvertex 0 0 ${z}\nvertex 1 0 ${z}\nvertex 0 1 ${z}\nendfacet\n`;
  const text = `solid wing\n${facet(0)}${facet(1)}endsolid wing\n`;

  /** Of two facets. @param spareBytes behind them */
  function binary(header: string, spareBytes: number): Buffer {
    const bytes = Buffer.alloc(84 + 100 + spareBytes);
    bytes.write(header);
    bytes.writeUInt32LE(2, 80);
    for (const facetAt of [84, 134]) bytes.writeFloatLE(facetAt, facetAt + 12);
    return bytes;
  }

  it.each([
    ['in capitals', text.toUpperCase()],
    ['with a byte order mark', byteOrderMark + text],
    ['of bytes whose header begins as text does', binary('solid wing', 0)],
    ['of such bytes with two more at the end', binary('solid wing', 2)],
  ])('%s is read, and whole', async (_, content) => {
    expect(trianglesOf(await read('wing.stl', content))).toEqual([2]);
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    expect(await inspectCadFile(createBytesFile(bytes), 'wing.stl', bytes.length)).toMatchObject({ whole: 'whole' });
  });
});

describe('an OBJ', () => {
  const text = 'o square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n';

  it.each([
    ['whose lines end as on old Macs', text.replaceAll('\n', '\r')],
    ['with comments behind its numbers', text.replaceAll(/(?<=^[vf].*)$/gm, ' # one two three')],
    ['with a face of two corners', `${text}f 1 2\n`],
  ])('%s is read', async (_, content) => {
    const scene = await read('square.obj', content);
    expect(trianglesOf(scene)).toEqual([2]);
    expect(scene.notShown).toBeUndefined();
  });

  it('has names with a number sign', async () => {
    const scene = await read('named.obj', text.replace('square', 'Bolt #3'));
    expect(scene.kind === 'model' && scene.root.name).toBe('Bolt #3');
  });
});

/** An ifcZIP of spaces. */
function ifczip(sizeBytes: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(sizeBytes, ' '));
  const name = Buffer.from('a.ifc');
  const [local, entry, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)];
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt16LE(name.length, 28);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, entry, name, end]);
}

describe('an IFC', () => {
  it('that unpacks to more than a file may have is refused for that', async () => {
    const limits = { ...lookLimits, fileBytes: 1024 ** 2 };
    const path = folder.put('bomb.ifczip', ifczip(limits.fileBytes + 1));
    await expect(createShapeReading(limits).read(path)).rejects.toMatchObject({
      code: 'look-limit',
      detail: 'It is larger than 1 MiB.',
    });
  });

  it.skipIf(!hasSamples)('may begin with a long comment', async () => {
    const wall = readSample('ifc/wall-with-opening-and-window.ifc').toString('latin1');
    expect(trianglesOf(await read('plain.ifc', wall))).toHaveLength(2);
    expect(trianglesOf(await read('comment.ifc', `/* ${'x'.repeat(2000)} */\n${wall}`))).toHaveLength(2);
    expect(trianglesOf(await read('mark.ifc', byteOrderMark + wall))).toHaveLength(2);
  });
});
