import type { LibraryRunner } from '../cycle/library-runner.ts';
import type { Runners } from '../cycle/runners.ts';
import { createTurns } from '../library/turns.ts';
import type { Reporter } from '../reporter.ts';
import type { Libraries } from '../state/libraries.ts';
import type { TransferRunner } from '../transfer/transfer-runner.ts';

interface LibraryTurnsParts {
  readonly libraries: Pick<Libraries, 'get'>;
  readonly runners: Runners;
  readonly transfers: Pick<TransferRunner, 'pump' | 'stop'>;
  readonly report: Pick<Reporter, 'queueChanged' | 'filesChanged'>;
  readonly startLibrary: (libraryId: string) => Promise<LibraryRunner | undefined>;
}

/** In which order libraries are set up: who changes one waits until whoever came before has ended. */
export function createLibraryTurns({ libraries, runners, transfers, report, startLibrary }: LibraryTurnsParts) {
  const ofLibrary = createTurns();
  const ofAllFolders = createTurns();

  async function endRun(libraryId: string): Promise<void> {
    const runner = runners.get(libraryId);
    runners.remove(libraryId);
    await transfers.stop(libraryId);
    await runner?.close();
    await runners.resting.end(libraryId);
  }

  return {
    /** Only what is read within the turn is still so: between two turns a library may have become another, or none. */
    ofLibrary,

    /** Such a turn after which other files may be sent: that is told, and begun. */
    async change<T>(libraryId: string, work: () => Promise<T>): Promise<T> {
      const changed = await ofLibrary(libraryId, work);
      report.queueChanged();
      report.filesChanged(libraryId, []);
      transfers.pump();
      return changed;
    },

    /** Between the look at a folder and its row no other library may come to lie there. */
    ofFolders: <T>(work: () => Promise<T>): Promise<T> => ofAllFolders('', work),

    /**
     * Ends the run of a library, and what is transferred for it, and has it changed. If it took part in this run, it goes
     * on as it is set up then, also where the change failed.
     */
    async changeAtRest(libraryId: string, change: () => void | Promise<void> = () => undefined): Promise<void> {
      const takesPart = runners.get(libraryId) !== undefined;
      await endRun(libraryId);
      try {
        await change();
      } finally {
        if (takesPart && libraries.get(libraryId)) await startLibrary(libraryId);
      }
    },
  };
}

export type LibraryTurns = ReturnType<typeof createLibraryTurns>;
