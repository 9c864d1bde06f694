import { describe, expect, it } from 'vitest';
import { createShapeReading } from '../../../electron/look/read-shape.ts';
import { readEntity, type DxfGroup } from '../../../electron/look/formats/dxf-groups.ts';
import type { Entity } from '../../../shared/rpc/scene.ts';
import { dxfEntity, dxfFile, dxfLine, type DxfPair } from './dxf-file.ts';
import { useLookFolder } from './look-folder.ts';

const folder = useLookFolder();
const vertices = (count: number): DxfPair[] =>
  Array.from({ length: count }, (_, at) => dxfEntity('VERTEX', [10, at], [20, at % 7])).flat();

async function entitiesOf(text: string): Promise<readonly Entity[]> {
  const scene = await createShapeReading().read(folder.put('drawing.dxf', text));
  return scene.kind === 'drawing' ? scene.entities : [];
}

/** Hands groups over and counts each question, as the parser's scanner answers them. */
function countedScanner(groups: readonly DxfGroup[]) {
  let [at, questions] = [0, 0];
  return {
    questions: () => questions,
    isEOF: () => {
      questions += 1;
      if (questions > 10 * groups.length) throw new Error('It goes on and on.');
      return groups[at]?.value === 'EOF';
    },
    next: () => {
      questions += 1;
      at += 1;
      return groups[at] as DxfGroup;
    },
    get lastReadGroup() {
      return groups[at] as DxfGroup;
    },
  };
}

describe('a polyline without an end', () => {
  it.each([10, 1_000, 100_000])('is read in as many steps as it has groups, of %i vertices', (count) => {
    const pairs: DxfPair[] = [...dxfEntity('POLYLINE'), ...vertices(count), ...dxfLine(0, 0, 1, 1), [0, 'EOF']];
    const groups = pairs.map(([code, value]) => ({ code, value }));
    const scanner = countedScanner(groups);
    expect(readEntity(scanner).members).toHaveLength(count);
    expect(scanner.lastReadGroup.value).toBe('LINE');
    expect(scanner.questions()).toBeLessThan(2 * groups.length);
  });

  it('is drawn as far as it goes, and what follows it too', async () => {
    const file = dxfFile([dxfEntity('POLYLINE'), vertices(3), dxfLine(0, 0, 5, 5)]);
    const entities = await entitiesOf(file);
    expect(entities.map(({ type, lines }) => [type, ...lines.map(({ length }) => length)])).toEqual([
      ['POLYLINE', 6],
      ['LINE', 4],
    ]);
  });
});

describe('a polyline', () => {
  it('has the vertices that are there, whatever it says how many', async () => {
    const points: DxfPair[] = [0, 1, 2].flatMap((x): DxfPair[] => [
      [10, x],
      [20, 0],
    ]);
    const [entity] = await entitiesOf(dxfFile([dxfEntity('LWPOLYLINE', [90, 2_000_000_000], ...points)]));
    expect([...(entity?.lines[0] ?? [])]).toEqual([0, 0, 1, 0, 2, 0]);
  });

  it('keeps the vertices before one that has an id', async () => {
    const points: DxfPair[] = [0, 1, 2].flatMap((x): DxfPair[] => [
      [10, x],
      [20, 0],
      [91, x],
    ]);
    const [entity] = await entitiesOf(dxfFile([dxfEntity('LWPOLYLINE', [90, 3], [70, 1], ...points)]));
    expect([...(entity?.lines[0] ?? [])]).toEqual([0, 0, 1, 0, 2, 0, 0, 0]);
  });

  it('that is a fitted curve goes through its curve alone, and not through what bent it', async () => {
    const frame = dxfEntity('VERTEX', [10, 50], [20, 50], [70, 16]);
    const polyline = [...dxfEntity('POLYLINE', [70, 4]), ...frame, ...vertices(2), ...dxfEntity('SEQEND')];
    const [entity] = await entitiesOf(dxfFile([polyline]));
    expect([...(entity?.lines[0] ?? [])]).toEqual([0, 0, 1, 1]);
  });
});

describe('a table without an end', () => {
  it.each(['LAYER', 'VPORT'])('has the drawing refused at once: %s', async (name) => {
    const table: DxfPair[] = [
      [0, 'SECTION'],
      [2, 'TABLES'],
      [0, 'TABLE'],
      [2, name],
      [70, 1],
      [0, name],
      [2, 'one'],
      [0, 'ENDSEC'],
    ];
    const text = `${table.flat().join('\n')}\n${dxfFile([dxfLine(0, 0, 1, 1)])}`;
    await expect(createShapeReading().read(folder.put('table.dxf', text))).rejects.toMatchObject({
      code: 'look-unreadable',
      detail: 'Its tables do not make sense.',
    });
  });
});
