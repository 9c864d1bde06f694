import type { Explanation } from '../../../shared/rpc/explanation.ts';
import type { Verdict } from '../judge/verdict.ts';
import type { FileFacts } from './file-facts.ts';
import { inStep } from './in-step.ts';
import {
  beingRead,
  doublyClaimed,
  inOtherLibrary,
  libraryPaused,
  manyChanges,
  missing,
  openInProgram,
  otherProgram,
  unassigned,
  unreadable,
} from './local-reasons.ts';
import { conflict, heldBack, notConnected, parked, pending, releaseQueued, sending } from './service-reasons.ts';

/**
 * Why a file of a library stands as it does: its verdict, with what only the library as a whole knows (it is paused, the
 * service does not answer) and what is moving right now.
 */
export function explainFile(facts: FileFacts): Explanation {
  return libraryPaused(facts) ?? explainVerdict(facts, facts.verdict);
}

function explainVerdict(facts: FileFacts, verdict: Verdict): Explanation {
  switch (verdict.kind) {
    case 'asked':
      return manyChanges(facts, verdict);
    case 'missing':
    case 'removedHere':
    case 'notMissed':
      return inOtherLibrary(facts) ?? missing(facts, verdict);
    case 'openElsewhere':
      return openInProgram(facts);
    case 'unreadable':
      return unreadable(facts, verdict);
    case 'unread':
      return beingRead(facts);
    case 'otherProgram':
      return otherProgram(facts, verdict);
    case 'unassigned':
      return unassigned(facts, verdict);
    case 'rivals':
      return doublyClaimed(facts);
    case 'conflict':
      return notConnected(facts) ?? conflict(facts, verdict);
    case 'parked':
      return underWay(facts) ?? parked(facts, verdict);
    case 'heldBack':
      return underWay(facts) ?? heldBack(facts, verdict);
    case 'transfer':
    case 'undecided':
      return underWay(facts) ?? pending(facts);
    case 'asFollowed':
    case 'inStep':
      return underWay(facts) ?? releaseQueued(facts, verdict) ?? inStep(facts, verdict);
  }
}

/** Without a service nothing goes on; what is moving right now is told before what it waits for. */
function underWay(facts: FileFacts): Explanation | undefined {
  return notConnected(facts) ?? sending(facts);
}
