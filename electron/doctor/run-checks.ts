import { outcomeOf, type CheckRecord, type DiagnosisRecord } from '../../shared/rpc/diagnosis.ts';
import type { ExaminedLibrary, ExaminedState } from '../engine/application/examined-state.ts';
import type { Subject } from './subject.ts';
import { checks, type Check, type Found } from './checks.ts';
import { once } from './once.ts';
import { createServiceVisit } from './visit-service.ts';

/**
 * Looks at everything there is a check for. Nothing is changed. A check that fails or takes too long is told as that, and
 * does not keep the others from their findings.
 * @param declared the checks; those of the product unless a test has others
 */
export async function examine(subject: Subject, declared: readonly Check[] = checks): Promise<DiagnosisRecord> {
  const visit = createServiceVisit(subject);
  try {
    const state = once(async () => subject.readState());
    const known = await state().catch(() => undefined);
    const asked = declared.flatMap((check) => questionsOf(check, known));
    const found = await Promise.all(
      asked.map(async ({ check, library }) => {
        const about = library === undefined ? undefined : known?.libraries[library];
        // Async: what throws at once fails as what throws later.
        const look = async (signal: AbortSignal) => check.look({ subject, state, visit, library: about, signal });
        const answer = await answerOf(check, look);
        return { check: check.name, ...ofLibrary(library, about), ...answer };
      }),
    );
    return { atMs: subject.now(), checks: withoutEchoes(found) };
  } finally {
    visit.close();
  }
}

/** Of a folder that is gone there is nothing more to say. */
function withoutEchoes(found: readonly CheckRecord[]): CheckRecord[] {
  const gone = new Set(found.filter(({ finding }) => finding.code === 'folderGone').map(({ library }) => library));
  return found.filter(({ check, library }) => check === 'folder' || !gone.has(library));
}

function ofLibrary(
  place: number | undefined,
  library: ExaminedLibrary | undefined,
): Pick<CheckRecord, 'library' | 'libraryName'> {
  return place === undefined || !library ? {} : { library: place + 1, libraryName: library.name };
}

/** A check of each library is asked once for each. */
function questionsOf(check: Check, state: ExaminedState | undefined): { check: Check; library?: number }[] {
  if (check.of === 'computer') return [{ check }];
  return (state?.libraries ?? []).map((_, library) => ({ check, library }));
}

async function answerOf(
  check: Check,
  look: (signal: AbortSignal) => Promise<Found>,
): Promise<Pick<CheckRecord, 'about' | 'outcome' | 'finding'>> {
  const giveUp = new AbortController();
  const hung = Promise.withResolvers<Found>();
  const timer = setTimeout(() => {
    hung.resolve({ finding: { code: 'checkHung', afterMs: check.limitMs } });
    giveUp.abort();
  }, check.limitMs);
  const failed = (): Found => ({ finding: { code: 'checkFailed' } });
  try {
    const { finding, about } = await Promise.race([look(giveUp.signal).catch(failed), hung.promise]);
    return { ...(about === undefined ? {} : { about }), outcome: outcomeOf[finding.code], finding };
  } finally {
    clearTimeout(timer);
  }
}
