import type { Answering } from './engine-state.ts';
import type { HavingRecord } from '../../../shared/rpc/library-records.ts';

/** What the fake engine says of files of the service that a person wants in libraries. */
export function createWantedAnswers({ os, state: { files }, log }: Answering) {
  let wanted: readonly HavingRecord[] = [];
  const isSame = (one: HavingRecord, other: HavingRecord): boolean =>
    one.key === other.key && one.libraryId === other.libraryId;
  const set = (next: readonly HavingRecord[]): void => {
    wanted = next;
    log.publish({ kind: 'queue' });
  };
  const there = (key: string): HavingRecord[] =>
    files.filter((file) => file.key === key).map(({ libraryId, fileId }) => ({ key, libraryId, fileId }));

  return {
    having: os.libraries.having.handler(({ input: { keys } }) =>
      keys.flatMap((key) => [...there(key), ...wanted.filter((one) => one.key === key)]),
    ),
    want: os.libraries.want.handler(({ input }) => {
      set([...wanted.filter((one) => !isSame(one, input)), input]);
      return { standing: 'coming' as const, isNew: true };
    }),
    unwant: os.libraries.unwant.handler(({ input }) => {
      set(wanted.filter((one) => !isSame(one, input)));
      return { stays: false };
    }),
  };
}
