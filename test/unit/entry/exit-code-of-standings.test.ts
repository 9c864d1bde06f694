import { expect, it } from 'vitest';
import { exitCodeOfStandings, standingOfDoubt } from '../../../electron/entry/commands/exit-code-of-standings.ts';
import { standings, type Standing } from '../../../shared/rpc/standings.ts';

it.each<[number, readonly Standing[]]>([
  [0, []],
  [0, ['inStep']],
  [0, ['inStep', 'outside']],
  [3, ['inStep', 'unconfirmed']],
  [3, ['inStep', 'outside', 'underWay']],
  [3, ['held', 'inStep']],
  [2, ['needsYou', 'inStep']],
  [2, standings],
])('a command ends with %i where files stand so: %j', (exitCode, found) => {
  expect(exitCodeOfStandings(found)).toBe(exitCode);
});

it('who is not signed in has something to do, also about what was in step', () => {
  expect([standingOfDoubt('refused'), standingOfDoubt('offline')]).toEqual(['needsYou', 'unconfirmed']);
});
