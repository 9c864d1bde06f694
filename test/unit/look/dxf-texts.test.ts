import { describe, expect, it } from 'vitest';
import type { DrawnText } from '../../../shared/rpc/scene.ts';
import { binaryDxf, dxfEntity, dxfFile, type DxfPair } from './dxf-file.ts';
import { useLookFolder } from './look-folder.ts';
import { createReadingHere } from './reading-here.ts';

const folder = useLookFolder();
const near = (value: number): unknown => expect.closeTo(value, 9) as unknown;
const points = (x: number, y: number): DxfPair[] => [
  [10, x],
  [20, y],
];

async function textsOf(entities: readonly (readonly DxfPair[])[]): Promise<readonly DrawnText[]> {
  const scene = await createReadingHere().read(folder.put('texts.dxf', dxfFile(entities)));
  return scene.kind === 'drawing' ? scene.entities.flatMap(({ texts }) => texts) : [];
}

describe('a binary drawing', () => {
  const entity: DxfPair[] = [[0, 'TEXT'], [8, 'Wände'], ...points(0, 0), [40, 5], [1, 'Türöffnung Ø 20']];
  const header = '0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1032\n0\nENDSEC\n';

  it('of 2007 and later has the texts and layers that it has as a text', async () => {
    const text = header + dxfFile([entity]);
    const [asText, asBinary] = [
      await createReadingHere().read(folder.put('text.dxf', Buffer.from(text))),
      await createReadingHere().read(folder.put('binary.dxf', binaryDxf(text))),
    ];
    expect(asText).toMatchObject({ entities: [{ layer: 'Wände', texts: [{ text: 'Türöffnung Ø 20' }] }] });
    expect(asBinary).toEqual(asText);
  });
});

describe('a text', () => {
  const line = (text: string, ...pairs: readonly DxfPair[]): DxfPair[] =>
    dxfEntity('TEXT', [1, text], ...points(1, 2), [40, 3], ...pairs);
  const paragraph = (text: string, ...pairs: readonly DxfPair[]): DxfPair[] =>
    dxfEntity('MTEXT', ...points(0, 0), [40, 3], ...pairs, [1, text]);

  it.each([
    ['%%c12 %%p0.1 45%%d', 'Ø12 ±0.1 45°'],
    ['%%uunder%%u %%%% %%065', 'under %% A'],
    ['m\\U+00B2', 'm²'],
    ['C:\\Projects', 'C:\\Projects'],
  ])('of one line has its codes as signs: %s', async (written, read) => {
    expect(await textsOf([line(written)])).toMatchObject([{ text: read }]);
  });

  it.each([
    ['first\\Psecond', 'first\nsecond'],
    ['{\\fArial|b1|i0;bold} \\H1.5x;tall \\C1;red', 'bold tall red'],
    ['\\A1;\\S1/2; and \\S+0.1^-0.2;', '1/2 and +0.1 -0.2'],
    ['2{\\H0.7x;\\S1/2;}" \\S3#4;', '2 1/2" 3/4'],
    ['\\Lunder\\l; a\\~b \\{c\\} \\\\d', 'under; a\u00a0b {c} \\d'],
    ['\\pxqc;centred %%c8', 'centred Ø8'],
  ])('of a paragraph has its codes left out or as signs: %s', async (written, read) => {
    expect(await textsOf([paragraph(written)])).toMatchObject([{ text: read }]);
  });

  it('hangs on the point that it is aligned to', async () => {
    const end = [
      [11, 10],
      [21, 20],
    ] as const;
    expect(await textsOf([line('right', [72, 2], [73, 3], ...end)])).toMatchObject([
      { align: 'right', x: near(10), y: near(17) },
    ]);
    expect(await textsOf([line('middle', [72, 4], ...end)])).toMatchObject([
      { align: 'center', x: near(10), y: near(18.5) },
    ]);
    expect(await textsOf([paragraph('one\\Ptwo', [71, 9])])).toMatchObject([{ align: 'right', x: 0, y: near(5) }]);
    // Turned by a quarter, up is to the left.
    expect(await textsOf([paragraph('one', [71, 1], [50, 90])])).toMatchObject([{ x: near(3), y: near(0) }]);
  });

  it('of a paragraph is broken where it is as wide as its column', async () => {
    const [text] = await textsOf([paragraph('one two three four five', [41, 30])]);
    expect(text?.text).toBe('one two three\nfour five');
  });
});
