import { expect, it } from 'vitest';
import { gatherPieces } from '../../../shared/model/gather-pieces.ts';

async function* piecesOf(lengths: readonly number[], failure?: Error): AsyncGenerator<Uint8Array> {
  for (const length of lengths) yield new Uint8Array(length);
  if (failure) throw failure;
}

/** The lengths of the pieces that come together, and how it ended. */
async function gather(source: AsyncIterable<Uint8Array>, togetherBytes: number) {
  const gathered: number[][] = [];
  try {
    for await (const pieces of gatherPieces(source, togetherBytes)) gathered.push(pieces.map(({ length }) => length));
  } catch (failure) {
    return { gathered, failure };
  }
  return { gathered };
}

it('hands pieces over together, once they are as long as wanted, and what is left at the end', async () => {
  expect(await gather(piecesOf([3, 3, 4, 9, 12, 1]), 10)).toEqual({ gathered: [[3, 3, 4], [9, 12], [1]] });
});

it('hands over nothing of nothing', async () => {
  expect(await gather(piecesOf([]), 10)).toEqual({ gathered: [] });
});

it('hands over what came before the source failed', async () => {
  const failure = new Error('The connection broke.');
  expect(await gather(piecesOf([3, 8, 2], failure), 10)).toEqual({ gathered: [[3, 8], [2]], failure });
});

it('ends the source when nobody wants more', async () => {
  let hasEnded = false;
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(10);
    } finally {
      hasEnded = true;
    }
  }
  for await (const _ of gatherPieces(source(), 10)) break;
  expect(hasEnded).toBe(true);
});
