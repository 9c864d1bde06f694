import type { EngineOptions } from '../engine-options.ts';
import { createLibraryContext } from '../library/library-context.ts';
import type { TellOfLibrary } from '../library/library-event.ts';
import type { Libraries } from '../state/libraries.ts';
import { createJudgement } from './judgement.ts';
import type { LibraryCycleOptions } from './cycle-parts.ts';
import { createLibraryRunner, type LibraryRunner } from './library-runner.ts';
import type { Runners } from './runners.ts';

/** Each takes about a twentieth of a millisecond. */
const usuallyTogether = 2_000;

interface LibraryStartParts extends Pick<
  LibraryCycleOptions,
  'ports' | 'queue' | 'gate' | 'steps' | 'settings' | 'finishConflicts'
> {
  readonly options: EngineOptions;
  readonly libraries: Pick<Libraries, 'get'>;
  readonly runners: Runners;
  readonly tell: TellOfLibrary;
}

/** Starts libraries: makes the runner of each, among the others, and says where its news go. */
export function createLibraryStart(parts: LibraryStartParts) {
  const { ports, options, queue, libraries, runners, tell } = parts;
  const { absenceGraceMs, listsEverything, rereadPeriodMs, keysTogether = usuallyTogether } = options;

  /** @returns `undefined` for one that was removed */
  return async (libraryId: string): Promise<LibraryRunner | undefined> => {
    await runners.resting.end(libraryId);
    const library = libraries.get(libraryId);
    if (!library) return undefined;
    const context = createLibraryContext({ ports, queue, absenceGraceMs, rereadPeriodMs }, library);
    const runner = createLibraryRunner({
      ...parts,
      context,
      judgement: createJudgement({ ports, queue, absenceGraceMs }, context),
      quietTimeOfRunMs: options.settings?.quietTimeMs,
      listsEverything,
      absenceGraceMs,
      keysTogether,
      tell: (event) => tell(context, event),
    });
    runners.add(runner);
    await runner.start(options.watch);
    return runner;
  };
}
