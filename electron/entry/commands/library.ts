import { AppError } from '../../../shared/errors/app-error.ts';
import { faultInPrograms, programNamed, type Program } from '../../../shared/model/program.ts';
import { librarySettingsPatch, type LibrarySettingsPatch } from '../../../shared/rpc/library-settings.ts';
import { libraryHolding } from '../../engine/explain/status-reader.ts';
import {
  addAtStake,
  atStakeInLibrary,
  atStakeInSettings,
  describeAtStake,
  isAnythingAtStake,
  type AtStake,
} from '../../engine/run/at-stake.ts';
import type { LibraryContext } from '../../engine/run/library-context.ts';
import { createLibraryFolders } from '../../engine/run/library-folders.ts';
import { atStakeInPrograms, keepPrograms } from '../../engine/run/program-changes.ts';
import { folderName, keepSettings, settingsWith } from '../../engine/run/library-setup.ts';
import { describeLibrary, describeStake, recordOf } from './describe-library.ts';
import { fileAt, withLibraries, type LibrariesAtRest } from './libraries-at-rest.ts';
import { exitCodes, printResult } from './output.ts';
import { printable } from './printable.ts';
import { canonical } from './status.ts';

interface Asking {
  readonly stateDir: string;
  readonly json: boolean;
}

/** Lists the libraries of a state folder with what is set for them. @returns the exit code */
export async function listLibrariesCommand({ stateDir, json }: Asking): Promise<number> {
  return withLibraries(stateDir, async ({ contexts }) => {
    const libraries = contexts.map(({ library }) => recordOf(library));
    printResult(json, { libraries }, (told) => told.libraries.map(describeLibrary).join('\n') || 'No library yet.');
    return exitCodes.done;
  });
}

/** What is to be set for a library. */
export interface LibraryChange {
  readonly settings: LibrarySettingsPatch;
  /** Programs it declares from now on: beside the others, or in place of one of the same name. */
  readonly declared: readonly Program[];
  /** Names of programs it declares no more. */
  readonly dropped: readonly string[];
}

/**
 * Changes what is set for a library. What would then no longer be sent by itself is named, and without a yes nothing is
 * changed.
 * @returns the exit code: 2 when that was so
 * @throws AppError `unknown-item` for a folder that is no library, `invalid-request` for patterns that are too many or
 * too long, or for programs that are none, or not declared
 */
export async function setLibraryCommand(
  folder: string,
  wanted: LibraryChange,
  { stateDir, json, yes }: Asking & { readonly yes: boolean },
): Promise<number> {
  const checked = librarySettingsPatch.safeParse(wanted.settings);
  if (!checked.success) {
    throw new AppError('invalid-request', { detail: checked.error.issues.map(({ message }) => message).join(' ') });
  }
  return withLibrary(folder, stateDir, async (context, at) => {
    const next = settingsWith(context, checked.data);
    const programs = programsAfter(context.library.programs, wanted);
    const whole = wholeStake(context, at);
    const stake = withoutTwins(
      addAtStake(
        atStakeInSettings(whole, context, next, at.ports.disk.ignoresCase),
        atStakeInPrograms(whole, context, programs),
      ),
    );
    return unlessAtStake(stake, { json, yes }, () => {
      const { ports, libraries, queue } = at;
      const { library } = context;
      const parts = { database: ports.database, libraries, queue };
      const kept = ports.database.transaction(() => {
        if (programs !== library.programs) keepPrograms(parts, context, programs, []);
        return keepSettings(parts, library.libraryId, next, stake.releases);
      });
      const record = recordOf({ ...library, programs, settings: next });
      const givenWay = kept.map(recordOf);
      const lines = [record, ...givenWay].map(describeLibrary);
      return { result: { library: record, ...(givenWay.length > 0 ? { givenWay } : {}) }, lines };
    });
  });
}

/**
 * Forgets a library; every file stays where it is. What is not on the service yet is named, and without a yes nothing is
 * changed.
 * @returns the exit code: 2 when that was so
 * @throws AppError `unknown-item`
 */
export async function removeLibraryCommand(
  folder: string,
  { stateDir, json, yes }: Asking & { readonly yes: boolean },
): Promise<number> {
  return withLibrary(folder, stateDir, async (context, at) =>
    unlessAtStake(wholeStake(context, at), { json, yes }, () => {
      const { libraryId, root } = context.library;
      at.libraries.remove(libraryId);
      return { result: { removed: root }, lines: [`${root} is no longer synced. Every file stays where it is.`] };
    }),
  );
}

/**
 * Says that a folder is the library although nothing proves it: it gets its marker again.
 * @throws AppError `unknown-item`, `library-missing`, `library-overlaps`, or what the disk says
 */
export async function confirmLibraryCommand(folder: string, { stateDir, json }: Asking): Promise<number> {
  return withLibrary(folder, stateDir, async ({ library }, { ports, libraries }) => {
    libraries.setMarker(library.libraryId, await createLibraryFolders(ports, libraries).confirm(library));
    printResult(
      json,
      { confirmed: library.root },
      ({ confirmed }) => `${confirmed} is the library. The next sync goes on with it.`,
    );
    return exitCodes.done;
  });
}

/**
 * Says where the folder of a library is now; nothing is compared anew.
 * @throws AppError `unknown-item`, `library-missing`, `library-overlaps`, `library-unproven`
 */
export async function relocateLibraryCommand(folder: string, to: string, { stateDir, json }: Asking): Promise<number> {
  const target = await canonical(to);
  return withLibrary(folder, stateDir, async ({ library }, { ports, libraries }) => {
    const root = await createLibraryFolders(ports, libraries).expectMoved(library, target);
    libraries.setRoot(library.libraryId, root, folderName(root));
    printResult(
      json,
      { from: library.root, to: root },
      (told) => `The library is at ${told.to} now. The next sync goes on there.`,
    );
    return exitCodes.done;
  });
}

/**
 * Says that nobody has a file open: the lock beside it is passed over until its program writes it again.
 * @throws AppError `unknown-item` for a file in no library, or with no lock that would hold it up
 */
export async function ignoreLockCommand(file: string, { stateDir, json }: Asking): Promise<number> {
  const wanted = await canonical(file);
  return withLibraries(stateDir, async ({ contexts, ports: { disk } }) => {
    const { context, path } = fileAt(contexts, wanted);
    const lock = await context.lockCheck().openLock(path);
    if (!lock) throw new AppError('unknown-item', { detail: `No lock says that ${wanted} is open.` });
    for (const { path: lockPath, modifiedMs } of lock.files) context.ignoredLocks.add(lockPath, modifiedMs);
    const ignored = lock.files.map((one) => disk.absolute(context.library.root, one.path));
    printResult(
      json,
      { ignored },
      (told) => `Passed over from now on:\n${told.ignored.map((one) => `  ${one}`).join('\n')}`,
    );
    return exitCodes.done;
  });
}

/** @throws AppError `unknown-item` for a folder that is no library */
async function withLibrary(
  folder: string,
  stateDir: string,
  use: (context: LibraryContext, at: LibrariesAtRest) => Promise<number>,
): Promise<number> {
  const wanted = await canonical(folder);
  return withLibraries(stateDir, async (at) => {
    const known = at.contexts.map((context) => ({ context, root: context.library.root }));
    const found = libraryHolding(known, wanted);
    if (found?.path !== '') {
      throw new AppError('unknown-item', { detail: `${wanted} is no library of this state folder.` });
    }
    return use(found.library.context, at);
  });
}

/** @throws AppError `invalid-request` */
function programsAfter(
  before: readonly Program[],
  { declared, dropped }: Pick<LibraryChange, 'declared' | 'dropped'>,
): readonly Program[] {
  if (declared.length + dropped.length === 0) return before;
  const strange = dropped.filter((name) => !programNamed(before, name));
  const added = declared.filter(({ name }) => !programNamed(before, name));
  const programs = [...before.map((program) => programNamed(declared, program.name) ?? program), ...added].filter(
    ({ name }) =>
      !programNamed(
        dropped.map((one) => ({ name: one, version: '' })),
        name,
      ),
  );
  const fault = strange.length > 0 ? `it is not for ${strange.join(', ')}` : faultInPrograms(programs);
  if (fault !== undefined) throw new AppError('invalid-request', { detail: `Nothing was changed: ${fault}.` });
  return programs;
}

/** What two changes put at stake, each once. */
function withoutTwins({ files, releases }: AtStake): AtStake {
  const byId = new Map(releases.map((release) => [release.entryId, release]));
  return { files: [...new Set(files)], releases: [...byId.values()] };
}

function wholeStake({ library }: LibraryContext, { queue, fileList, serviceId }: LibrariesAtRest): AtStake {
  return atStakeInLibrary({ queue, fileList }, serviceId, library.libraryId);
}

function unlessAtStake(
  stake: AtStake,
  { json, yes }: { readonly json: boolean; readonly yes: boolean },
  change: () => { readonly result: object; readonly lines: readonly string[] },
): number {
  const atStake = describeAtStake(stake, ({ key }) => key);
  if (isAnythingAtStake(stake) && !yes) {
    printResult(
      json,
      { done: false, atStake },
      (told) => `${describeStake(told.atStake)}\nNothing was changed; --yes does it all the same.`,
    );
    return exitCodes.needsPerson;
  }
  const { result, lines } = change();
  printResult(json, { done: true, ...result, atStake }, () => printable(lines).join('\n'));
  return exitCodes.done;
}
