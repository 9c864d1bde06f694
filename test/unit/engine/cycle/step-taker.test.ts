import { expect, it } from 'vitest';
import { createStepTaker } from '../../../../electron/engine/cycle/step-taker.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';

type Options = Parameters<typeof createStepTaker>[0];
type Library = Parameters<ReturnType<typeof createStepTaker>['take']>[0];

it('plans nothing where another service was connected before it came to that', async () => {
  let isKnown = true;
  const done: string[] = [];
  const database = {
    // What is written together is written a little later.
    together: async <T>(work: () => T): Promise<T> => {
      isKnown = false;
      await Promise.resolve();
      return work();
    },
  };
  const steps = createStepTaker({
    ports: { clock: { now: () => 0 }, database },
    queue: {},
    tell: () => void done.push('told'),
  } as unknown as Options);
  const context = {
    trees: () => ({}),
    changes: () => undefined,
    decide: (key: string) => void done.push(`decided ${key}`),
  };
  const judgement = { judge: () => undefined, markKey: () => void done.push('marked') };
  const library = { context, judgement } as unknown as Library;
  expect(await steps.takeSome(library, ['pump' as ContentKeyText], () => isKnown)).toBeUndefined();
  expect(done).toEqual([]);
});
