import type { IfThere } from '../../shared/rpc/intake-records.ts';
import { filesIn } from '../connect/files-in.ts';
import { atRest, type IntakeState } from './intake-state.ts';
import { createIntakeCourse } from './intake-course.ts';
import type { Session } from './session.svelte.ts';

/**
 * What a person brings in, from the drop to the last question about it. What is brought meanwhile waits for its turn, and
 * what is to be asked about it joins what is asked already.
 */
export interface Intake {
  readonly now: IntakeState;
  /** Takes what was dropped, chosen or pasted. @param libraryId the one that is looked at, if one is */
  readonly take: (given: DataTransfer | readonly File[], libraryId: string | undefined) => void;
  readonly addTo: (libraryId: string) => void;
  /** What becomes of the files in whose place another one stands. */
  readonly answerOccupied: (answer: Exclude<IfThere, 'ask'> | 'leave') => void;
  /** Ends it: what was added stays. */
  readonly cancel: () => void;
  readonly close: () => void;
}

/** @param ondone something was to be added, and nothing is left to be asked */
export function createIntake(session: Session, ondone: (now: IntakeState) => void): Intake {
  let now = $state.raw(atRest);
  const course = createIntakeCourse({
    session,
    now: () => now,
    change: (part) => void (now = { ...now, ...part }),
    ondone,
  });
  return {
    ...course,
    get now() {
      return now;
    },
    take: (given, looksAt) =>
      course.take((signal) => filesIn(given, { client: session.client, begun: session.begun, signal }), looksAt),
  };
}
