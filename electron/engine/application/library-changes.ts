import type { Program } from '../../../shared/model/program.ts';
import type { LibrarySettingsPatch } from '../../../shared/rpc/library-settings.ts';
import type { AtStakeRecord, NotFetchedRecord } from '../../../shared/rpc/library-records.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import { describeAtStake, isAnythingAtStake, type AtStake } from '../run/at-stake.ts';
import type { Engine } from '../run/engine.ts';
import type { LibraryRunner } from '../run/library-runner.ts';

/** What a change would leave unsent, and whether it was made all the same. */
export interface StakeAnswer {
  readonly done: boolean;
  readonly atStake: AtStakeRecord;
}

/**
 * Changes of libraries that may leave something unsent. Without a person's yes they are made only where nothing is at
 * stake; otherwise the answer names it and nothing is changed.
 */
export function createLibraryChanges(engine: Engine, serviceId: () => string | undefined) {
  async function unlessAtStake(
    atStake: AtStake,
    confirmed: boolean,
    change: () => Promise<unknown>,
  ): Promise<StakeAnswer> {
    const isRefused = isAnythingAtStake(atStake) && !confirmed;
    const answer = { done: !isRefused, atStake: describeAtStake(atStake, engine.titleOf) };
    if (!isRefused) await change();
    return answer;
  }

  return {
    unlessAtStake,

    /** @throws AppError `unknown-item` */
    saveSettings: (libraryId: string, patch: LibrarySettingsPatch, confirmed: boolean): Promise<StakeAnswer> =>
      unlessAtStake(engine.atStakeInSettings(serviceId(), libraryId, patch), confirmed, () =>
        engine.saveLibrarySettings(serviceId(), libraryId, patch),
      ),

    /** @throws AppError `unknown-item` */
    savePrograms: (libraryId: string, programs: readonly Program[], confirmed: boolean): Promise<StakeAnswer> =>
      unlessAtStake(engine.atStakeInPrograms(serviceId(), libraryId, programs), confirmed, () =>
        engine.savePrograms(serviceId(), libraryId, programs),
      ),

    /** @throws AppError `unknown-item` */
    async remove(libraryId: string, confirmed: boolean): Promise<StakeAnswer> {
      engine.runnerOf(libraryId);
      return unlessAtStake(engine.atStake(serviceId(), libraryId), confirmed, () => engine.removeLibrary(libraryId));
    },

    /** Versions that the settings keep from being fetched and of which no file is here. */
    notFetched(libraryId: string, limit: number): NotFetchedRecord[] {
      return engine.fileList
        .notFetched(serviceId(), libraryId, limit)
        .map((item) => ({ ...item, version: formatVersion(item.version) }));
    },

    /**
     * Notes what a person says to files that are gone: those named, or all of them.
     * @returns how many it was
     * @throws AppError `unknown-item`, `not-found`
     */
    answerRemovals(
      files: readonly { readonly runner: LibraryRunner; readonly path: string }[],
      answer: 'restore' | 'confirmed',
    ): number {
      const keysByLibrary = new Map<string, ContentKeyText[]>();
      for (const { runner, path } of files) {
        const key = runner.context.files.get(path)?.key;
        if (key === undefined) throw new AppError('unknown-item');
        const { libraryId } = runner.context.library;
        keysByLibrary.set(libraryId, [...(keysByLibrary.get(libraryId) ?? []), key]);
      }
      for (const [libraryId, keys] of keysByLibrary) engine.answerRemovals(libraryId, keys, answer);
      return files.length;
    },

    /** Every file that counts as removed here and of which the service has a version, of one library or of all. */
    removedFiles: (libraryId?: string): { readonly runner: LibraryRunner; readonly path: string }[] =>
      engine
        .libraries()
        .filter(({ library }) => libraryId === undefined || library.libraryId === libraryId)
        .flatMap(({ library, runner: { context }, runner }) =>
          engine.fileList
            .removed(serviceId(), library.libraryId)
            .filter((path) => {
              const key = context.files.get(path)?.key;
              return key !== undefined && context.trees()?.remote(key) !== undefined;
            })
            .map((path) => ({ runner, path })),
        ),
  };
}

export type LibraryChanges = ReturnType<typeof createLibraryChanges>;
