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
import { fileIdOf } from '../state/file-records.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import { isOfPrograms, programOfKey } from '../tree/of-programs.ts';
import { answerRemoval } from './removals.ts';
import { putAway } from './take-away.ts';

/**
 * Notes that a person wants the file of a key in a library: it is fetched as soon as the service has a version that the
 * library follows. A file that was removed from it comes back.
 * @throws AppError `not-connected`, `invalid-request` for a key that is none or of a program the library is not for
 */
export function wantFile(
  context: LibraryRecords & LibraryChoices & ServiceSide,
  keyText: string,
  nowMs: number,
): WantAnswer {
  const key = keyOf(keyText);
  const trees = treesOf(context);
  assertForLibrary(context, key);
  if (context.files.presentPathsOf(key).length > 0) return { standing: 'there' };
  if (trees.synced(key)) {
    answerRemoval(context, key, 'restore', nowMs);
    return { standing: 'comesBack' };
  }
  trees.want(key, nowMs);
  const remote = trees.remote(key);
  if (!remote) return { standing: 'onceThere' };
  return { standing: followedVersion(remote.version, context.settings()) ? 'coming' : 'onceReleased' };
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
  keyText: string,
  nowMs: number,
): Promise<boolean> {
  const key = keyOf(keyText);
  const trees = treesOf(context);
  if (!trees.isWanted(key)) throw new AppError('unknown-item', { detail: 'The library does not want this file.' });
  const paths = context.files.presentPathsOf(key);
  // What would come again by itself is not taken away.
  const came = context.comesUnasked(key)
    ? undefined
    : paths.map((path) => context.files.get(path)).find((file) => file && isAsItCame(trees, key, file));
  const isTakenAway =
    paths.length === 1 && came !== undefined && (await context.placeAt(came.path, () => putAway(context, came, nowMs)));
  context.transaction(() => {
    if (came && isTakenAway) {
      trees.forgetSynced(key);
      context.files.forget(came.path);
    }
    trees.unwant(key);
  });
  if (came && isTakenAway && context.links().has(came.path))
    await context.changeLinks(new Map([[came.path, undefined]]));
  return paths.length > 0 && !isTakenAway;
}

/** Whether a library has a file of a key, or is to have it because a person wants it. */
export function havingOf(context: LibraryRecords & ServiceSide, text: string): HavingRecord | undefined {
  const key = keyOf(text);
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

function keyOf(text: string): ContentKeyText {
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
