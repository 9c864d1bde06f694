import { describe, expect, it } from 'vitest';
import { compareFiles } from '../../../electron/look/compare-files.ts';
import { comparisonInWords } from '../../../shared/words/comparison-in-words.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { dxfEntity, dxfFile, dxfLine, dxfPoint, type DxfPair } from './dxf-file.ts';
import { useLookFolder } from './look-folder.ts';
import { createReadingHere } from './reading-here.ts';

const folder = useLookFolder();
const reading = createReadingHere();

async function compared(before: string, after: string) {
  const [one, other] = [folder.put('before.dxf', before), folder.put('after.dxf', after)];
  const files = [
    { path: one, fileName: 'before.dxf' },
    { path: other, fileName: 'after.dxf' },
  ] as const;
  const { record } = await compareFiles(reading, ...files);
  const { summary, facts } = comparisonInWords(record, 'en', createFormats('en'));
  return { summary, facts, kinds: record.shapes?.changes.map(({ kind }) => kind) };
}

const lineBetween = (z: number, toZ: number, ...more: readonly DxfPair[]) =>
  dxfEntity('LINE', [5, 'A1'], ...more, ...dxfPoint(10, 0, 0), [30, z], ...dxfPoint(11, 100, 100), [31, toZ]);
const line = (...more: readonly DxfPair[]) => lineBetween(0, 0, ...more);
const text = (words: string, ...more: readonly DxfPair[]) =>
  dxfEntity('TEXT', [5, 'A2'], ...more, ...dxfPoint(10, 0, 0), [40, 5], [1, words]);
const paragraph = (words: string, ...more: readonly DxfPair[]) =>
  dxfEntity('MTEXT', [5, 'A2'], ...dxfPoint(10, 0, 0), [40, 5], ...more, [1, words]);
const polyline = (width: number) =>
  dxfEntity('LWPOLYLINE', [5, 'A3'], [90, 2], [43, width], ...dxfPoint(10, 0, 0), ...dxfPoint(10, 9, 9));
const face = (z: number) =>
  dxfEntity(
    '3DFACE',
    [5, 'A4'],
    ...[0, 1, 2, 3].flatMap((at) => [...dxfPoint(10 + at, at * 9, at % 2), [30 + at, z] as const]),
  );
const layer = (...more: readonly DxfPair[]): DxfPair[] => [
  ...([
    [2, 'LAYER'],
    [70, 1],
    [0, 'LAYER'],
    [2, '0'],
    [70, 0],
    [62, 1],
  ] as const),
  ...more,
];
const coloured = (name: string, colour: number): DxfPair[] => [
  [2, 'LAYER'],
  [70, 1],
  [0, 'LAYER'],
  [2, name],
  [70, 0],
  [62, colour],
];
const onLayer = (name: string, to: number): DxfPair[] =>
  dxfLine(0, 0, to, to).map(([code, value]): DxfPair => (code === 8 ? [8, name] : [code, value]));
const insert = dxfEntity('INSERT', [5, 'A5'], [2, 'valve'], ...dxfPoint(10, 3, 4));

describe('what a picture of a DXF does not show', () => {
  it.each<readonly [string, string, string]>([
    ['a line type', dxfFile([line()]), dxfFile([line([6, 'HIDDEN'])])],
    ['the scale of a line type', dxfFile([line([6, 'HIDDEN'])]), dxfFile([line([6, 'HIDDEN'], [48, 2])])],
    ['a line weight', dxfFile([line([370, 13])]), dxfFile([line([370, 100])])],
    [
      'the line type of a layer',
      dxfFile([line()], {}, [layer([6, 'CONTINUOUS'])]),
      dxfFile([line()], {}, [layer([6, 'HIDDEN'])]),
    ],
    ['the width of a polyline', dxfFile([polyline(0)]), dxfFile([polyline(2)])],
    ['the stretch of a text', dxfFile([text('A', [41, 1])]), dxfFile([text('A', [41, 3])])],
    ['a colour in a paragraph', dxfFile([paragraph('{\\C1;hi}')]), dxfFile([paragraph('{\\C5;hi}')])],
    ['the letters that have a colour', dxfFile([paragraph('{\\C1;h}i')]), dxfFile([paragraph('{\\C1;hi}')])],
    ['the font of a paragraph', dxfFile([paragraph('\\fArial|b0;hi')]), dxfFile([paragraph('\\fArial|b1;hi')])],
    ['a line under a paragraph', dxfFile([paragraph('\\Lh\\li')]), dxfFile([paragraph('hi')])],
    ['what is stacked', dxfFile([paragraph('\\S1/2;')]), dxfFile([paragraph('1/2')])],
    ['the slant of a text', dxfFile([text('A')]), dxfFile([text('A', [51, 30])])],
    ['a text that stands on its head', dxfFile([text('A')]), dxfFile([text('A', [71, 4])])],
    [
      'the height of a block',
      dxfFile([insert], { valve: [line()] }),
      dxfFile([[...insert, [43, 2]]], { valve: [line()] }),
    ],
    ['the height at which a line ends', dxfFile([line()]), dxfFile([lineBetween(0, 90)])],
    ['the height of a face', dxfFile([face(0)]), dxfFile([face(50)])],
    [
      'a line type in a block',
      dxfFile([insert], { valve: [line()] }),
      dxfFile([insert], { valve: [line([6, 'HIDDEN'])] }),
    ],
    [
      'the colour in a block',
      dxfFile([insert], { valve: [line([62, 1])] }),
      dxfFile([insert], { valve: [line([62, 5])] }),
    ],
    [
      'the layer in a block',
      dxfFile([insert], { valve: [line()] }),
      dxfFile([insert], { valve: [line([8, 'pipes'])] }),
    ],
    [
      'the colour of a layer that is in a block',
      dxfFile([insert], { valve: [line([8, 'pipes'])] }, [coloured('pipes', 1)]),
      dxfFile([insert], { valve: [line([8, 'pipes'])] }, [coloured('pipes', 5)]),
    ],
    [
      'what a block has on a layer that is off',
      dxfFile([insert], { valve: [line(), onLayer('pipes', 5)] }, [coloured('pipes', -1)]),
      dxfFile([insert], { valve: [line(), onLayer('pipes', 9)] }, [coloured('pipes', -1)]),
    ],
    [
      'all that a block has, and its layer is off',
      dxfFile([insert], { valve: [onLayer('pipes', 5)] }, [coloured('pipes', -1)]),
      dxfFile([insert], { valve: [onLayer('pipes', 9)] }, [coloured('pipes', -1)]),
    ],
    [
      'what a block hides',
      dxfFile([insert], { valve: [line(), dxfLine(0, 0, 9, 9)] }),
      dxfFile([insert], { valve: [line(), [...dxfLine(0, 0, 9, 9), [60, 1]]] }),
    ],
  ])('is told as changed where %s is another one', async (_, before, after) => {
    expect((await compared(before, after)).kinds).toEqual(['changed']);
  });

  it('moves with the block that has it on a layer that is off, as one', async () => {
    const at = (x: number) =>
      dxfFile(
        [dxfLine(0, 0, 99, 99), dxfEntity('INSERT', [5, 'A5'], [2, 'valve'], ...dxfPoint(10, x, 0))],
        { valve: [line(), onLayer('pipes', 5)] },
        [coloured('pipes', -1)],
      );
    expect((await compared(at(0), at(20))).kinds).toEqual(['moved']);
  });

  it('is the same where the file only says what holds anyway', async () => {
    const layers = [layer([6, 'HIDDEN'], [370, 25])];
    const spelt = lineBetween(1e-14, -0, [6, 'hidden'], [48, 1], [370, 25], [440, 0x20000ff]);
    const { kinds, summary } = await compared(dxfFile([line()], {}, layers), dxfFile([spelt], {}, layers));
    expect(kinds).toEqual([]);
    expect(summary).toBe('Nothing visible changed');
  });

  it.each([
    ['{Hello}', 'Hello'],
    ['{\\fArial|b0|i0|c0|p34;Hello}', '{\\fArial|b0|i0;Hello}'],
    ['\\A0;Hello', 'Hello'],
    ['Hello\\~x', 'Hello\u00a0x'],
    ['a\\\\b', '{a\\\\b}'],
    ['{\\C1;a}{\\C1;b}', '\\C1;ab'],
    ['\\W0.80;\\Lab\\l', '\\L\\W0.8;ab'],
  ])('is the same where a paragraph is only written otherwise: %s and %s', async (one, other) => {
    const { summary } = await compared(dxfFile([paragraph(one)]), dxfFile([paragraph(other)]));
    expect(summary).toBe('Nothing visible changed');
  });

  it('is named where it is not compared: what is on layouts', async () => {
    const sheet = (revision: string) => dxfFile([line(), text(revision, [67, 1])]);
    const inactive = (revision: string) => dxfFile([line()], { '*Paper_Space0': [text(revision)] });
    const nothing = { kinds: [], summary: 'Nothing changed in what can be shown' };
    expect(await compared(sheet('Revision A'), sheet('Revision B'))).toMatchObject(nothing);
    expect((await compared(inactive('Revision A'), inactive('Revision B'))).facts).toContain(
      'not shown and not compared: LAYOUT',
    );
  });

  it.each([
    ['THICKNESS', line([39, 2]), line([39, 5])],
    ['TRANSPARENCY', line([440, 0x2000010]), line([440, 0x2000020])],
    ['BACKGROUND', paragraph('hi', [90, 1], [63, 1]), paragraph('hi', [90, 1], [63, 5])],
  ] as const)('is named where it is not compared: %s', async (kind, before, after) => {
    const { summary, facts } = await compared(dxfFile([before]), dxfFile([after]));
    expect(summary).toBe('Nothing changed in what can be shown');
    expect(facts).toContain(`not shown and not compared: ${kind}`);
  });

  it('is named where it is not compared: what is transparent by its layer', async () => {
    const said = async (value: number): Promise<string> => {
      const transparent = layer([6, 'CONTINUOUS'], [1001, 'AcCmTransparency'], [1071, value]);
      return (await compared(dxfFile([line()], {}, [layer()]), dxfFile([line()], {}, [transparent]))).summary;
    };
    expect(await said(0x2000089)).toBe('Nothing changed in what can be shown');
    expect(await said(0x20000ff)).toBe('Nothing visible changed');
  });

  it.each<readonly [string, string]>([
    ['hidden', dxfFile([line(), text('hi', [60, 1], [440, 0x2000010]), [...insert, [60, 1]]])],
    [
      'in a block that stands nowhere',
      dxfFile([line()], { unused: [text('hi', [440, 0x2000010]), paragraph('hi', [230, 0.5]), insert] }),
    ],
  ])('names nothing of what is %s', async (_, file) => {
    expect((await reading.read(folder.put('named.dxf', file))).notShown).toBeUndefined();
  });

  it('names no layout on which nothing is but the frames of views', async () => {
    const frame = dxfEntity('VIEWPORT', [67, 1], ...dxfPoint(10, 0, 0));
    const [before, after] = [dxfFile([dxfLine(0, 0, 9, 9), frame]), dxfFile([dxfLine(0, 0, 9, 9), frame, frame])];
    expect((await compared(before, after)).summary).toBe('Nothing visible changed');
  });
});
