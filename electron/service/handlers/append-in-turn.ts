import { AppError } from '../../../shared/errors/app-error.ts';
import type { CadKey } from '../../../shared/model/content-key.ts';
import { createOneAtATime } from '../one-at-a-time.ts';
import type { VersionRecords, VersionToAppend } from '../store/store.ts';
import { cadKeyOf } from './choose-history.ts';

/** A CAD file in all its languages, with its attachments. */
type FileKey = CadKey & { readonly type: string };

/**
 * Decides what to append to the histories of these files and appends it. Those who speak of the same file wait for each
 * other; where another process appends in between, it is decided again: what was decided on stays true until it is stored.
 * Throws AppError `unknown-blob`, and whatever `decide` throws.
 */
export type AppendInTurn = <Decided extends VersionToAppend>(
  files: readonly FileKey[],
  decide: () => Promise<readonly Decided[]>,
) => Promise<readonly Decided[]>;

/** Each failed try means that another process stored a version first. Each sends one at a time, so this many do not. */
const maxTries = 100;

/** Creates what appends to a store; all who append in this process share it. */
export function createAppendInTurn(versions: VersionRecords): AppendInTurn {
  const oneAtATime = createOneAtATime();

  /** Queues are entered in one order, so that nobody waits for another in a circle. */
  function inTurn<T>([name, ...more]: readonly string[], take: () => Promise<T>): Promise<T> {
    return name === undefined ? take() : oneAtATime(name, () => inTurn(more, take));
  }

  return (files, decide) => {
    const names = new Set(files.map((file) => Object.values(cadKeyOf(file)).join('\n')));
    return inTurn([...names].toSorted(), () => untilAppended(versions, decide));
  };
}

async function untilAppended<Decided extends VersionToAppend>(
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
