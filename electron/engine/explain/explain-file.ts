import type { Explanation } from '../../../shared/rpc/explanation.ts';
import type { FileFacts } from './file-facts.ts';
import { inStep } from './in-step.ts';
import {
  beingRead,
  doublyClaimed,
  emptyFile,
  inOtherLibrary,
  libraryPaused,
  manyChanges,
  missing,
  openInProgram,
  otherProgram,
  unassigned,
  unreadable,
  withheld,
} from './local-reasons.ts';
import {
  afterOtherFile,
  beingCompared,
  conflict,
  cutOff,
  heldBack,
  isPending,
  notComparedYet,
  notConnected,
  notRunning,
  parked,
  queued,
  releaseQueued,
  retrying,
  sending,
} from './service-reasons.ts';

/** One thing that may be the reason; says nothing where it is not. */
type Rule = (facts: FileFacts) => Explanation | undefined;

/**
 * Why a file of a library stands as it does: the first rule that applies. What makes everything else beside the point
 * comes first, what is on its way last; whatever is none of these is in step, or was when that was last looked at.
 */
export function explainFile(facts: FileFacts): Explanation {
  for (const rule of rules) {
    const explanation = rule(facts);
    if (explanation) return explanation;
  }
  return inStep(facts);
}

const rules: readonly Rule[] = [
  libraryPaused,
  manyChanges,
  inOtherLibrary,
  missing,
  openInProgram,
  withheld,
  emptyFile,
  unreadable,
  beingRead,
  otherProgram,
  unassigned,
  doublyClaimed,
  notConnected,
  conflict,
  sending,
  parked,
  heldBack,
  ...whilePending([cutOff, notComparedYet, afterOtherFile, notRunning, retrying, queued, beingCompared]),
  releaseQueued,
];

function whilePending(pendingRules: readonly Rule[]): Rule[] {
  return pendingRules.map((rule) => (facts) => (isPending(facts) ? rule(facts) : undefined));
}
