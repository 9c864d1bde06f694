import { AppError } from '../../../shared/errors/app-error.ts';
import {
  faultInPrograms,
  formatProgram,
  isSameProgram,
  programNamed,
  type Program,
} from '../../../shared/model/program.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { assignKey, isMissingProgram, type Assignment } from '../tree/assign-key.ts';
import { expectAsShown } from './expect-as-shown.ts';
import { atStakeInLibrary, dropReleases, isSendable, type AtStake } from './at-stake.ts';
import type { LibrarySetupParts } from './library-setup.ts';
import type { LibraryTurns } from './library-turns.ts';
import { planOthers } from './other-libraries.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import type { Links } from '../library/links-file.ts';

/** What is refused when it is read must not be written. @throws AppError `invalid-request` */
export function assertPrograms(programs: readonly Program[]): void {
  const fault = faultInPrograms(programs);
  if (fault !== undefined)
    throw new AppError('invalid-request', { detail: `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.` });
}

/** How the programs that a library declares are changed while it runs. */
export function createProgramChanges(parts: LibrarySetupParts, turns: LibraryTurns) {
  const { runners } = parts;

  /** What would stay unsent if a library declared other programs. @throws AppError `unknown-item` */
  function atStakeIn(libraryId: string, programs: readonly Program[]): AtStake {
    const whole = atStakeInLibrary(parts, libraryId);
    return atStakeInPrograms(whole, runners.keeperOf(libraryId).context, programs);
  }

  return {
    atStakeInPrograms: atStakeIn,

    /**
     * Goes on with other programs of a library, from its start: what belongs to another one by that is read again.
     * Releases of keys that change are dropped: ask `atStakeInPrograms` before.
     * @param shown those that the list was made of
     * @throws AppError `invalid-request`, `changed-meanwhile`, `unknown-item`, or what the state database says; then
     * nothing is changed
     */
    async savePrograms(libraryId: string, programs: readonly Program[], shown?: readonly Program[]): Promise<void> {
      assertPrograms(programs);
      // A release that is queued from here on was named to nobody.
      const { releases } = atStakeIn(libraryId, programs);
      await turns.change(libraryId, async () => {
        const { context } = runners.keeperOf(libraryId);
        const before = { programs: context.library.programs.map(formatProgram) };
        expectAsShown(before, shown && { programs: shown.map(formatProgram) });
        await turns.changeAtRest(libraryId, () => keepPrograms(parts, context, programs, releases));
        planOthers(runners, libraryId);
      });
    },
  };
}

/** What would not be sent, or be released under a key that no file has any more, if a library declared other programs. */
function atStakeInPrograms(whole: AtStake, context: LibraryRecords & Links, next: readonly Program[]): AtStake {
  const { files, library } = context;
  const assigned = (path: string, programs: readonly Program[]): Assignment => {
    const header = { applicationVersion: files.get(path)?.programVersion };
    return assignKey(path, context.links().get(path), header, { ...library, programs });
  };
  const losesProgram = (path: string): boolean =>
    lacksProgram(assigned(path, next)) && !lacksProgram(assigned(path, library.programs));
  const leavesKey = (path: string, { key }: QueueEntry): boolean => {
    const after = assigned(path, next);
    return after.kind !== 'assigned' || after.text !== key;
  };
  return {
    files: whole.files.filter(losesProgram),
    releases: whole.releases.filter(
      (entry) => isSendable(entry) && files.presentPathsOf(entry.key).some((path) => leavesKey(path, entry)),
    ),
  };
}

function lacksProgram(assignment: Assignment): boolean {
  return assignment.kind === 'unassigned' && isMissingProgram(assignment.missing);
}

/**
 * Keeps other programs of a library, has the files that may belong to another one by that count as not read, and drops
 * these releases: all or nothing.
 */
function keepPrograms(
  { ports, libraries, queue }: LibrarySetupParts,
  { library, files }: LibraryRecords,
  next: readonly Program[],
  releases: AtStake['releases'],
): void {
  ports.database.transaction(() => {
    dropReleases(queue, releases);
    for (const path of files.present().keys()) {
      if (!isOfSame(path, library.programs, next)) files.noteUnread(path);
    }
    libraries.setPrograms(library.libraryId, next);
  });
}

/** Whether a file is of the same program in the same version as before. */
function isOfSame(path: string, before: readonly Program[], next: readonly Program[]): boolean {
  const name = cadKindOf(path)?.application;
  const [was, is] = [before, next].map((programs) => (name === undefined ? programs[0] : programNamed(programs, name)));
  return was === is || (was !== undefined && is !== undefined && isSameProgram(was, is));
}
