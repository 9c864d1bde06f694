import { describe, expect, it } from 'vitest';
import { jsonPieces, jsonText } from '../../../electron/service/json-text.ts';
import { createTurns } from '../../../electron/service/take-turns.ts';

const deep = [{ a: [{ b: { c: [{ d: undefined, e: [undefined] }] } }] }];
const values: readonly unknown[] = [
  true,
  null,
  'a "text"',
  [],
  {},
  { none: undefined },
  [undefined, null, 1.5, ['[', { '"': '\\' }]],
  { a: undefined, b: { c: [], d: {} }, 'ü\n': deep },
  Array.from({ length: 5_000 }, (_, id) => ({ id, name: 'a product', properties: deep })),
];

describe('JSON in pieces', () => {
  it.each(values.map((value, index) => [index, value]))('is what JSON.stringify writes: %i', async (_, value) => {
    expect(await jsonText(value, createTurns())).toBe(JSON.stringify(value));
  });

  it('lets others have their turn between pieces of a long value', async () => {
    const products = Array.from({ length: 5_000 }, (_, id) => ({ id, properties: deep }));
    const lengths: number[] = [];
    let turns = 0;
    for await (const piece of jsonPieces({ products }, async () => void (turns += 1))) lengths.push(piece.length);
    expect(Math.max(...lengths)).toBeLessThan(40_000);
    expect(turns).toBe(lengths.length - 1);
  });
});
