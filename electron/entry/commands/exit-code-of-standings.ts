import type { UnconfirmedBecause } from '../../../shared/rpc/explanation.ts';
import { standingOf, standingOfState, type Standing } from '../../../shared/rpc/standings.ts';
import type { ExplainedFileRecord, ToCome } from '../../../shared/rpc/status-answer.ts';
import { exitCodes } from './output.ts';

/**
 * What `status` and `sync --once` end with: 0 only where everything is known to be in step, apart from what nothing is
 * meant to happen to, such as a file that a person removed; 2 where a person has to do something; else 3.
 */
export function exitCodeOfStandings(standings: Iterable<Standing>): number {
  const found = new Set(standings);
  if (found.has('needsYou')) return exitCodes.needsPerson;
  return [...found].every((standing) => standing === 'inStep' || standing === 'outside')
    ? exitCodes.done
    : exitCodes.notInStep;
}

/** Whoever is not signed in, or has no service, has something to do, also about what was in step. */
export function standingOfDoubt(because: UnconfirmedBecause): Standing {
  return because === 'refused' || because === 'notConnected' ? 'needsYou' : 'unconfirmed';
}

/** Of what is to be fetched and never was here. */
export function standingsOfToCome({ count, forPerson }: ToCome): Standing[] {
  return [...(forPerson > 0 ? ['needsYou' as const] : []), ...(count > forPerson ? ['underWay' as const] : [])];
}

/** What needs a person does so too while its library is paused. */
export function standingOfFile({ state, explanation: { reason } }: ExplainedFileRecord): Standing {
  if (reason.code === 'notConfirmed') return standingOfDoubt(reason.because);
  return state !== undefined && standingOfState[state] === 'needsYou' ? 'needsYou' : standingOf[reason.code];
}
