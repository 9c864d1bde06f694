import type { Program } from '../../../shared/model/program.ts';
import type { StakeYes } from '../../../shared/rpc/library-calls.ts';
import type { LibrarySettingsPatch } from '../../../shared/rpc/library-settings.ts';
import type { AtStakeRecord, NotFetchedRecord } from '../../../shared/rpc/library-records.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import { addAtStake, describeAtStake, isAnythingAtStake, lastReleaseOf, type AtStake } from '../person/at-stake.ts';
import { savedAtRest } from '../person/saved-at-rest.ts';
import type { Engine } from '../engine.ts';

/** What a change would leave unsent, and whether it was made all the same. */
export interface StakeAnswer {
  readonly done: boolean;
  readonly atStake: AtStakeRecord;
}

/** A person's yes, and what they were shown when they changed it. */
type Yes<T> = StakeYes & { readonly shown?: T | undefined };

/** Makes a change that leaves this unsent only at a person's yes, unless it is nothing; else the answer names it. */
export async function unlessAtStake(
  { titleOf }: Pick<Engine, 'titleOf'>,
  atStake: AtStake,
  isConfirmed: boolean,
  change: () => Promise<unknown>,
): Promise<StakeAnswer> {
  const done = isConfirmed || !isAnythingAtStake(atStake);
  const answer = { done, atStake: describeAtStake(atStake, titleOf) };
  if (done) await change();
  return answer;
}

/** Changes of libraries that may leave something unsent: see `unlessAtStake`. */
export function createLibraryChanges(engine: Engine) {
  return {
    /** @throws AppError `unknown-item`, `changed-meanwhile` */
    saveSettings(libraryId: string, patch: LibrarySettingsPatch, yes: Yes<LibrarySettingsPatch>): Promise<StakeAnswer> {
      const atStake = engine.atStakeInSettings(libraryId, patch);
      return unlessAtStake(engine, atStake, isYesTo(atStake, yes), () =>
        engine.saveLibrarySettings(libraryId, patch, yes.shown),
      );
    },

    /** @throws AppError `unknown-item`, `changed-meanwhile` */
    savePrograms(libraryId: string, programs: readonly Program[], yes: Yes<readonly Program[]>): Promise<StakeAnswer> {
      const atStake = engine.atStakeInPrograms(libraryId, programs);
      return unlessAtStake(engine, atStake, isYesTo(atStake, yes), () =>
        engine.savePrograms(libraryId, programs, yes.shown),
      );
    },

    /**
     * Where a release is queued while the library is being removed, what is at stake is looked at again.
     * @throws AppError `unknown-item`
     */
    async remove(libraryId: string, yes: StakeYes): Promise<StakeAnswer> {
      for (;;) {
        const atStake = await atStakeIfForgotten(engine, libraryId);
        let isRemoved = false;
        const answer = await unlessAtStake(engine, atStake, isYesTo(atStake, yes), async () => {
          isRemoved = await engine.removeLibrary(libraryId, lastReleaseOf(atStake));
        });
        if (isRemoved || !answer.done) return answer;
      }
    },

    /** Versions that the settings keep from being fetched and of which no file is here. */
    notFetched(libraryId: string, limit: number): NotFetchedRecord[] {
      return engine.fileList
        .notFetched(libraryId, limit)
        .map((item) => ({ ...item, version: formatVersion(item.version) }));
    },
  };
}

/** A release that was queued after the question was named to nobody. */
const isYesTo = ({ releases }: AtStake, { confirmed, lastReleaseId = Infinity }: StakeYes): boolean =>
  confirmed && releases.every(({ entryId }) => entryId <= lastReleaseId);

/** With what was saved since a library was last looked at, where nothing watches it. @throws AppError `unknown-item` */
async function atStakeIfForgotten(engine: Engine, libraryId: string): Promise<AtStake> {
  const { context } = engine.keeperOf(libraryId);
  const known = engine.atStake(libraryId);
  const isSynced = engine.knownLibraries().some((one) => one.library.libraryId === libraryId && one.isSynced);
  if (isSynced && !context.settings().isPaused) return known;
  const named = new Set(known.files);
  const saved = await savedAtRest(context);
  return addAtStake(known, { files: saved.filter((path) => !named.has(path)), releases: [] });
}
