import { expect, it } from 'vitest';
import { writeSome } from '../../../../electron/engine/state/write-some.ts';

const database = { together: async <T>(work: () => T) => work() };

it('writes all but the last lot, which is left for the last write', async () => {
  const written: (readonly number[])[] = [];
  const { signal } = new AbortController();
  const left = await writeSome({ database, keysTogether: 2, signal }, [1, 2, 3, 4, 5], (some) => written.push(some));
  expect(written).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(left).toEqual([5]);
});

it('writes nothing more once it is broken off', async () => {
  const [stop, written] = [new AbortController(), new Array<number>()];
  const write = (some: readonly number[]): void => {
    written.push(...some);
    stop.abort();
  };
  const { signal } = stop;
  const ended = writeSome({ database, keysTogether: 1, signal }, [1, 2, 3], write);
  await expect(ended).rejects.toMatchObject({ code: 'cancelled' });
  expect(written).toEqual([1]);
});
