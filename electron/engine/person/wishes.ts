import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { HavingRecord, WantAnswer } from '../../../shared/rpc/library-records.ts';
import type { Runners } from '../cycle/runners.ts';
import type { Ports } from '../ports.ts';
import type { Reporter } from '../reporter.ts';
import type { TransferRunner } from '../transfer/transfer-runner.ts';
import { havingOf, keyNamed, unwantFile, wantFile } from './wanted-files.ts';

interface WishesParts {
  readonly ports: Pick<Ports, 'database' | 'clock'>;
  readonly runners: Pick<Runners, 'all' | 'keeperOf'>;
  readonly transfers: Pick<TransferRunner, 'stop'>;
  readonly report: Pick<Reporter, 'queueChanged' | 'filesChanged'>;
}

/** Which files of the service people want in their libraries. */
export function createWishes({ ports: { database, clock }, runners, transfers, report }: WishesParts) {
  /** Keys of libraries whose files are being put away, and whether they were wanted again since. */
  const leaving = new Map<string, boolean>();
  const nameOf = (libraryId: string, key: ContentKeyText): string => `${libraryId} ${key}`;

  /** What one library is to have belongs to no other one. */
  function planEverywhere(libraryId: string, key: ContentKeyText): void {
    for (const runner of runners.all()) runner.planSoon([key]);
    report.filesChanged(libraryId, []);
    report.queueChanged();
  }

  function want(libraryId: string, key: ContentKeyText): WantAnswer {
    const { context } = runners.keeperOf(libraryId);
    const answer = database.transaction(() => wantFile(context, key, clock.now()));
    planEverywhere(libraryId, key);
    return answer;
  }

  return {
    /** Which libraries have files of these keys, or are to have them because a person wants it. */
    librariesHaving: (keys: readonly string[]): HavingRecord[] =>
      runners.all().flatMap(({ context }) => keys.flatMap((key) => havingOf(context, key) ?? [])),

    /** Has a file of the service come into a library. @throws AppError see `keyNamed` and `wantFile` */
    wantFile(libraryId: string, keyText: string): WantAnswer {
      const key = keyNamed(keyText);
      const answer = want(libraryId, key);
      const name = nameOf(libraryId, key);
      if (!leaving.has(name)) return answer;
      leaving.set(name, true);
      return { ...answer, standing: 'coming' };
    },

    /** Takes that back. @returns whether a file of it stays @throws AppError see `keyNamed` and `unwantFile` */
    async unwantFile(libraryId: string, keyText: string): Promise<boolean> {
      const keeper = runners.keeperOf(libraryId);
      await keeper.prove();
      const key = keyNamed(keyText);
      const name = nameOf(libraryId, key);
      leaving.set(name, false);
      try {
        // What is being fetched is put back, or is written down to have come before it is looked for.
        await transfers.stop(libraryId, key);
        return await unwantFile(keeper.context, key, clock.now());
      } finally {
        const isWantedAgain = leaving.get(name);
        leaving.delete(name);
        // Also where nothing was taken back: what was stopped for it goes on.
        if (isWantedAgain) want(libraryId, key);
        else planEverywhere(libraryId, key);
      }
    },
  };
}
