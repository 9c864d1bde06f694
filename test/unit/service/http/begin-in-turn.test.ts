import { expect, it } from 'vitest';
import { createBeginInTurn } from '../../../../electron/service/http/begin-in-turn.ts';

/** Has so many requests come at once, each of which takes one turn more; what happened, in its order. */
async function serve(count: number): Promise<string[]> {
  const told: string[] = [];
  const beginInTurn = createBeginInTurn();
  const requests = Array.from({ length: count }, async (_, index) => {
    await beginInTurn();
    told.push(`begun ${index}`);
    await new Promise(setImmediate);
    told.push(`answered ${index}`);
  });
  await Promise.all(requests);
  return told;
}

it('begins requests in the order in which they came, and all of them', async () => {
  const told = await serve(30);
  const begun = told.filter((what) => what.startsWith('begun'));
  expect(begun).toEqual(Array.from({ length: 30 }, (_, index) => `begun ${index}`));
});

it('answers the first of many before the last is begun', async () => {
  const told = await serve(30);
  expect(told.indexOf('answered 0')).toBeLessThan(told.indexOf('begun 29'));
});

it('begins what comes later, after it had nothing to do', async () => {
  const beginInTurn = createBeginInTurn();
  await beginInTurn();
  await new Promise(setImmediate);
  await expect(beginInTurn()).resolves.toBeUndefined();
});
