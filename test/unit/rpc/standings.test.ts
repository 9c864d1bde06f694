import { expect, it } from 'vitest';
import { standingsOf } from '../../../shared/rpc/standings.ts';

it('files of several states that come down to the same are added up', () => {
  const states = [
    ['upToDate', 2],
    ['draft', 3],
    ['unassigned', 1],
    ['conflict', 1],
    ['notSent', 4],
  ] as const;
  expect(standingsOf(states)).toEqual({ inStep: 5, needsYou: 2, held: 4 });
});
