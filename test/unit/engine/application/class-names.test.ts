import { expect, it } from 'vitest';
import { createClassNames } from '../../../../electron/engine/application/class-names.ts';
import type { ViewCaller } from '../../../../shared/api/caller.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { takeState } from '../../../fakes/engine/kept-states.ts';

/** A service, and that it was asked. */
function serviceWith(answer: () => object) {
  let count = 0;
  const asked = Promise.withResolvers<void>();
  const call = async (): Promise<object> => {
    count += 1;
    asked.resolve();
    return answer();
  };
  return { views: { call } as unknown as ViewCaller, asked: asked.promise, count: () => count };
}

it('a class that one service does not know is asked of the next one that is connected', async () => {
  const one = serviceWith(() => {
    throw new AppError('not-found');
  });
  const other = serviceWith(() => ({ etimClassDescription: 'Pump' }));
  let connected = one;
  const learned = Promise.withResolvers<void>();
  const names = createClassNames(takeState(), { emit: () => learned.resolve() }, () => connected.views);
  const learn = (): void => names.learn('EC000001', 'MC000001', 'en');
  learn();
  await one.asked;
  learn();
  connected = other;
  learn();
  await learned.promise;
  expect([one.count(), other.count()]).toEqual([1, 1]);
});
