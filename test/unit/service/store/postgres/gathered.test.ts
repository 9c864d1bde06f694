import { expect, it } from 'vitest';
import { createGathered } from '../../../../../electron/service/store/postgres/gathered.ts';

it('what is asked for while work is under way is done together, in its order, but no more at once than is allowed', async () => {
  const rounds: number[][] = [];
  const gathered = createGathered(
    async (items: readonly number[]) => {
      rounds.push([...items]);
      await Promise.resolve();
      return items.map((item) => item * 10);
    },
    (item) => item,
    10,
  );
  const asked = [1, 4, 4, 3, 25, 1];
  expect(await Promise.all(asked.map((item) => gathered(item)))).toEqual([10, 40, 40, 30, 250, 10]);
  expect(rounds).toEqual([[1], [4, 4], [3], [25], [1]]);
});

it('work that fails fails for those who asked for it, and the rest goes on', async () => {
  const gathered = createGathered(
    async (items: readonly string[]) => {
      if (items.includes('bad')) throw new Error('no');
      return items;
    },
    () => 1,
    1,
  );
  const outcomes = await Promise.allSettled(['good', 'bad', 'fine'].map((item) => gathered(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
