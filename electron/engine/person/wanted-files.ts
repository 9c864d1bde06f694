import type { HavingRecord, WantAnswer } from '../../../shared/rpc/library-records.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formatContentKey, parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatProgram } from '../../../shared/model/program.ts';
import {
  treesOf,
  type KeptCopies,
  type LibraryChoices,
  type LibraryRecords,
  type ServiceSide,
} from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Placing } from '../library/placing.ts';
import type { Links } from '../library/links-file.ts';
import type { Planning } from '../library/planning.ts';
import { followedVersion } from '../judge/policy.ts';
import type { FileStat } from '../ports.ts';
import { fileIdOf } from '../tree/paths.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import { isOfPrograms, programOfKey } from '../tree/of-programs.ts';
import { answerRemoval } from './removals.ts';
import { putAway } from './take-away.ts';

/**
 * Notes that a person wants the file of a key in a library: it is fetched as soon as the service has a version that the
 * library follows. A file that was removed from it comes back.
 * @throws AppError `not-connected`, `invalid-request` for a key of a program the library is not for
 */
export function wantFile(
  context: LibraryRecords & LibraryChoices & ServiceSide,
  key: ContentKeyText,
  nowMs: number,
): WantAnswer {
  const trees = treesOf(context);
  assertForLibrary(context, key);
  if (context.files.presentPathsOf(key).length > 0) return { standing: 'there', isNew: false };
  if (trees.synced(key)) {
    answerRemoval(context, key, 'restore', nowMs);
    return { standing: 'comesBack', isNew: false };
  }
  const isNew = !trees.isWanted(key);
  trees.want(key);
  const remote = trees.remote(key);
  if (!remote) return { standing: 'onceThere', isNew };
  return { standing: followedVersion(remote.version, context.settings()) ? 'coming' : 'onceReleased', isNew };
}

/**
 * Takes that back. A file that came for it, that nobody saved since and that the library would not fetch by itself goes
 * to the backup folder; any other one stays.
 * @returns whether a file of the key stays
 * @throws AppError `not-connected`, `unknown-item` when the library does not want the key, `file-in-use`, or what the disk
 * says; then everything is as it was
 */
export async function unwantFile(
  context: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Links & Planning & Placing,
  key: ContentKeyText,
  nowMs: number,
): Promise<boolean> {
  const trees = treesOf(context);
  if (!trees.isWanted(key)) throw new AppError('unknown-item', { detail: 'The library does not want this file.' });
  const paths = context.files.presentPathsOf(key);
  // What would come again by itself is not taken away.
  const came = context.comesUnasked(key)
    ? undefined
    : paths.map((path) => context.files.get(path)).find((file) => file && isAsItCame(trees, key, file));
  if (paths.length === 1 && came && (await takeAway(context, trees, { ...came, key }, nowMs))) return false;
  trees.unwant(key);
  return paths.length > 0;
}

/**
 * Takes the file away that came for a key, as if it had not come. That is written down first: an app that ended in the
 * middle would take it for one that somebody removed.
 * @returns whether it was taken away; what was saved at the last moment stays
 */
async function takeAway(
  context: LibraryRecords & KeptCopies & LibraryFolder & Links & Placing,
  trees: ServiceTrees,
  came: LocalFile & { readonly key: ContentKeyText },
  nowMs: number,
): Promise<boolean> {
  const { path, key } = came;
  const forgotten = forgetting(context, trees, came);
  let isTakenAway = false;
  try {
    isTakenAway = await context.placeAt(path, () => putAway(context, came, nowMs, forgotten.note));
  } finally {
    if (!isTakenAway) forgotten.takeBack();
  }
  if (!isTakenAway) return false;
  context.transaction(() => {
    trees.forgetSynced(key);
    // It may have been seen anew in between.
    context.files.forget(path);
  });
  if (context.links().has(path)) await context.changeLinks(new Map([[path, undefined]]));
  return true;
}

/** Notes that a file never came, and that it did after all. */
function forgetting(
  context: LibraryRecords,
  trees: ServiceTrees,
  came: LocalFile & { readonly key: ContentKeyText },
): { readonly note: () => void; readonly takeBack: () => void } {
  const { files } = context;
  const { path, key } = came;
  const agreed = trees.synced(key);
  let isNoted = false;
  return {
    note: () =>
      context.transaction(() => {
        trees.unwant(key);
        trees.restoreSynced(key, undefined);
        files.forget(path);
        isNoted = true;
      }),
    takeBack() {
      if (!isNoted) return;
      const stat: FileStat = { ...came, kind: 'file', changedMs: came.changedMs ?? came.modifiedMs };
      context.transaction(() => {
        trees.want(key);
        trees.restoreSynced(key, agreed);
        if (!files.get(path)) files.noteRead(path, stat, came, came.sinceMs);
      });
    },
  };
}

/** Whether a library has a file of a key, or is to have it because a person wants it. */
export function havingOf(context: LibraryRecords & ServiceSide, text: string): HavingRecord | undefined {
  const key = keyNamed(text);
  const { libraryId } = context.library;
  const [path] = context.files.presentPathsOf(key);
  if (path !== undefined) return { key: text, libraryId, fileId: fileIdOf(libraryId, path) };
  const trees = context.trees();
  return trees?.isWanted(key) && !trees.synced(key) ? { key: text, libraryId } : undefined;
}

/** Where what stands in a library came from its service, and nobody has saved it since. */
function isAsItCame(trees: ServiceTrees, key: ContentKeyText, file: LocalFile): boolean {
  return file.settled && file.fetchedFrom === trees.serviceId && trees.synced(key)?.sha256 === file.sha256;
}

/** @throws AppError `invalid-request` for a text that is no key */
export function keyNamed(text: string): ContentKeyText {
  const key = parseContentKey(text);
  if (!key.ok) throw new AppError('invalid-request', { detail: `${text} is no key of a CAD file.` });
  return formatContentKey(key.value);
}

function assertForLibrary({ library }: LibraryRecords, key: ContentKeyText): void {
  if (isOfPrograms(key, library.programs)) return;
  const program = programOfKey(key);
  const named = program ? formatProgram(program) : 'that program';
  throw new AppError('invalid-request', { detail: `${library.name} is not for ${named}. Declare the program first.` });
}
