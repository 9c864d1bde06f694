/** A pair of a DXF file: its code and its value. */
export type DxfPair = readonly [code: number, value: string | number];

/** One entity of a DXF file. @param pairs what follows its type and its layer */
export function dxfEntity(type: string, ...pairs: readonly DxfPair[]): DxfPair[] {
  return [[0, type], [8, '0'], ...pairs];
}

/** A line between two points, in a DXF file. */
export function dxfLine(...[x, y, toX, toY]: readonly [number | string, number | string, number, number]): DxfPair[] {
  return dxfEntity('LINE', [10, x], [20, y], [11, toX], [21, toY]);
}

/** The text of a DXF file with entities, with blocks that they may insert, and with records of its tables. */
export function dxfFile(
  entities: readonly (readonly DxfPair[])[],
  blocks: Readonly<Record<string, readonly (readonly DxfPair[])[]>> = {},
  records: readonly (readonly DxfPair[])[] = [],
): string {
  const section = (name: string, pairs: readonly DxfPair[]): DxfPair[] => [
    [0, 'SECTION'],
    [2, name],
    ...pairs,
    [0, 'ENDSEC'],
  ];
  const block = ([name, members]: readonly [string, readonly (readonly DxfPair[])[]]): DxfPair[] => [
    ...([
      [0, 'BLOCK'],
      [8, '0'],
      [2, name],
      [70, 0],
      [10, 0],
      [20, 0],
    ] as const),
    ...members.flat(),
    [0, 'ENDBLK'],
    [8, '0'],
  ];
  const table = (record: readonly DxfPair[]): DxfPair[] => [
    [0, 'TABLE'],
    [2, record[0]?.[1] ?? ''],
    ...record,
    [0, 'ENDTAB'],
  ];
  const pairs = [
    ...(records.length > 0 ? section('TABLES', records.flatMap(table)) : []),
    ...section('BLOCKS', Object.entries(blocks).flatMap(block)),
    ...section('ENTITIES', entities.flat()),
    [0, 'EOF'] as const,
  ];
  return `${pairs.flat().join('\n')}\n`;
}

/** A point by the code of its x. */
export function dxfPoint(code: number, x: number, y: number): DxfPair[] {
  return [
    [code, x],
    [code + 10, y],
  ];
}

/** Points one after the other, their numbers too. */
export function dxfPoints(...flat: readonly number[]): DxfPair[] {
  return flat.map((value, at) => [at % 2 === 0 ? 10 : 20, value] as const);
}

/** By which the table of blocks names one. */
export function dxfBlockRecord(handle: string, name: string): DxfPair[] {
  return [
    [0, 'BLOCK_RECORD'],
    [5, handle],
    [2, name],
  ];
}

/** A block for the ends of leaders: a line as long as an arrow is, which ends at its tip. */
export const dxfTick = { _Tick: [dxfLine(-1, -1, 0, 0)] };

/** A binary DXF of R13 or later, with the groups of one that is a text. */
export function binaryDxf(text: string): Buffer {
  const lines = text.split('\n');
  const groups = Array.from({ length: Math.floor(lines.length / 2) }, (_, at) => {
    const [code, value] = [Number(lines[at * 2]), lines[at * 2 + 1] ?? ''];
    const number = Buffer.alloc(code >= 10 && code < 60 ? 8 : 2);
    const start = Buffer.alloc(2);
    start.writeUInt16LE(code);
    if (code >= 10 && code < 60) number.writeDoubleLE(Number(value));
    else if (code >= 60 && code < 80) number.writeInt16LE(Number(value));
    else return Buffer.concat([start, Buffer.from(`${value}\0`)]);
    return Buffer.concat([start, number]);
  });
  return Buffer.concat([Buffer.from('AutoCAD Binary DXF\r\n\u001a\0', 'latin1'), ...groups]);
}
