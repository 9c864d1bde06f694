import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { discardTheirs } from '../transfer/discard-theirs.ts';
import type { Conflict } from '../state/conflicts.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';

export const fetchedAgain = (detail?: string): AppError =>
  new AppError('other-version-gone', detail === undefined ? {} : { detail });

/**
 * The bytes of the service's version as they are kept for the conflict. A copy that is gone (an earlier choice broke off, or a
 * person took it) is fetched again, and so is one into which somebody saved who opened it to compare: what they saved
 * goes to the backup folder.
 * @throws AppError `other-version-gone` where it is fetched again
 */
export async function readTheirs(
  context: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder,
  trees: ServiceTrees,
  key: ContentKeyText,
  about: { readonly conflict: Conflict; readonly nowMs: number },
): Promise<Sha256> {
  const { keptAt, sha256 } = about.conflict;
  const { disk } = context;
  if ((await disk.stat(keptAt)) !== undefined && (await disk.hash(keptAt)).sha256 === sha256) return sha256;
  const isTheirs = await discardTheirs(context, { keptAt, key, sha256 }, about.nowMs);
  trees.forgetConflict(key);
  throw isTheirs ? fetchedAgain() : fetchedAgain('What was saved into it is in the backup folder.');
}
