import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withEnginesHolding } from '../../../electron/entry/commands/engines.ts';
import { createStateWithLibrary } from './state-with-library.ts';

it('a command that names many files asks each state once, for those that its libraries hold', async () => {
  const [one, other] = [createStateWithLibrary(), createStateWithLibrary()];
  const names = Array.from({ length: 50 }, (_none, place) => `pump ${place}.rfa`);
  const [ofOne, ofOther] = [one, other].map(({ root }) => names.map((name) => join(root, name)));
  const nowhere = join(one.stateDir, 'nowhere.rfa');
  const asked: (readonly string[])[] = [];
  const paths = names.flatMap((name) => [join(other.root, name), join(one.root, name)]);
  await withEnginesHolding(
    { usualStateDirs: [one.stateDir, other.stateDir] },
    [nowhere, ...paths],
    async (_calls, held) => void asked.push(held),
  );
  // What no state knows is for the last one to explain.
  expect(asked).toEqual([ofOne, [nowhere, ...(ofOther ?? [])]]);
});
