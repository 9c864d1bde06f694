import { expect, it } from 'vitest';
import { createWakeLoop } from '../../../../electron/engine/cycle/wake-loop.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';

/** A loop whose turn, or whose look at when the next one is due, fails the first time. */
function failing(first: 'turn' | 'onRest') {
  const clock = createFakeClock();
  const failures: unknown[] = [];
  let [turns, isFirst] = [0, true];
  const failOnce = (part: typeof first): void => {
    if (part !== first || !isFirst) return;
    isFirst = false;
    throw new Error('The state cannot be read.');
  };
  const loop = createWakeLoop({
    clock,
    signal: new AbortController().signal,
    async turn() {
      turns += 1;
      failOnce('turn');
    },
    onRest() {
      failOnce('onRest');
      return Infinity;
    },
    onFailure: (error) => failures.push(error),
  });
  return { clock, loop, turns: () => turns, failures };
}

it.each(['turn', 'onRest'] as const)('goes on after a while when its %s fails, and tells of it', async (first) => {
  const { clock, loop, turns, failures } = failing(first);
  loop.wake();
  await clock.advance(1_000);
  expect([turns(), failures.length, loop.isAtRest()]).toEqual([1, 1, true]);
  await clock.advance(10_000);
  expect([turns(), failures.length]).toEqual([2, 1]);
});
