import { AppError } from '../../../shared/errors/app-error.ts';
import type { VersionRecords, VersionToAppend } from '../store/store.ts';

/** Each failed try means that somebody else's version was stored, so this many in a row do not happen. */
const maxTries = 100;

/**
 * Decides what to append and appends it, again as long as others append to the same histories in between: what was
 * decided on stays true until it is stored, without a lock.
 * @throws AppError `unknown-blob`; whatever `decide` throws
 */
export async function untilAppended<Decided extends VersionToAppend>(
  versions: VersionRecords,
  decide: () => Promise<readonly Decided[]>,
): Promise<readonly Decided[]> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const decided = await decide();
    const outcome = await versions.append(decided);
    if (outcome === 'appended') return decided;
    if (outcome === 'unknown-blob') throw new AppError('unknown-blob');
  }
  throw new AppError('internal-error', { detail: 'Other versions kept being stored first.' });
}
