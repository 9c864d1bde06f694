import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLongList } from '../../../electron/client/long-list.ts';

const reading = {
  readItems: (items: unknown): unknown => items,
  readText: (text: string): unknown => JSON.parse(text),
};

/** Records with all that could be taken for their ends: texts like JSON, and objects in lists within. */
const record = fc.record({
  name: fc.oneof(fc.string(), fc.constantFrom('},{', '"},{"', '\\"}, {', ']')),
  within: fc.array(fc.record({ a: fc.string() })),
  bulk: fc.nat(20_000).map((length) => 'x'.repeat(length)),
});

describe('a long list', () => {
  it('is read as it would be as a whole, whatever stands in its texts and however it is spaced', () =>
    fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 40 }), fc.constantFrom(undefined, 1), async (records, space) => {
        expect(await readLongList(JSON.stringify(records, null, space), reading)).toEqual(records);
      }),
      { numRuns: 40 },
    ));

  const many = Array.from({ length: 3_000 }, (_, at) => ({ at, text: 'y'.repeat(100) }));

  it('lets others get their turn', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const sizes: number[] = [];
    const noted = { ...reading, readItems: (items: unknown) => (sizes.push((items as unknown[]).length), items) };
    expect(await readLongList(`\uFEFF ${JSON.stringify(many)}`, { ...noted, readText: parseWithoutMark })).toEqual(
      many,
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
    expect(sizes.length).toBeGreaterThan(1);
  });

  it('that was cut off is no list', async () => {
    const text = JSON.stringify(many);
    await expect(readLongList(text.slice(0, -10), reading)).rejects.toThrow(SyntaxError);
    await expect(readLongList(text.slice(0, -1), reading)).rejects.toThrow(SyntaxError);
    await expect(readLongList(`${text}]`, reading)).rejects.toThrow(SyntaxError);
  });

  it('in which something is wrong is told of as a whole', async () => {
    const whole: string[] = [];
    const refused = {
      readItems: (items: unknown) => {
        if ((items as { at: number }[]).some(({ at }) => at > 1_500)) throw new Error('of a part');
        return items;
      },
      readText: (text: string) => {
        whole.push(text);
        throw new Error('of the whole');
      },
    };
    await expect(readLongList(JSON.stringify(many), refused)).rejects.toThrow('of the whole');
    expect(whole).toEqual([JSON.stringify(many)]);
  });

  it('of anything but objects is read as a whole, as is any other text', async () => {
    const numbers = Array.from({ length: 50_000 }, (_, at) => at);
    const long = { list: many };
    for (const value of [numbers, long, [[many]], 'text', null, []]) {
      expect(await readLongList(JSON.stringify(value), reading)).toEqual(value);
    }
  });
});

const parseWithoutMark = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''));
