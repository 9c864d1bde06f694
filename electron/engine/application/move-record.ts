import { movedFilesNamed, type MoveRecord } from '../../../shared/rpc/move-records.ts';
import type { MoveWatch } from '../moving/move-histories.ts';
import { costOf, costOfVersion } from '../moving/plan-move.ts';
import type { MoveNote } from '../state/settings-store.ts';
import type { MoveWait } from './move-runs.ts';

interface Share {
  readonly done: number;
  readonly total: number;
}

/** How far a run is; `isOn` while there is one. */
interface MoveState {
  readonly phase: 'comparing' | 'sending';
  readonly versions: Share;
  readonly bytes: Share;
  readonly leastMs?: number | undefined;
}

const nothing: Share = { done: 0, total: 0 };
const atBegin: MoveState = { phase: 'comparing', versions: nothing, bytes: nothing };

export function createMoveProgress(onChange: () => void) {
  let state = atBegin;
  const become = (next: MoveState): void => {
    state = next;
    onChange();
  };
  return {
    begin: (): void => become(atBegin),
    now: (): MoveState => state,

    /** @param leastMs how long so many requests take at least */
    watch(leastMs: (requests: number) => number | undefined): MoveWatch {
      let requestsLeft = 0;
      return {
        onPlan({ toSend }) {
          const { versions, bytes, requests } = costOf(toSend);
          requestsLeft = requests;
          become({
            phase: 'sending',
            versions: { done: state.versions.done, total: state.versions.done + versions },
            bytes: { done: state.bytes.done, total: state.bytes.done + bytes },
            leastMs: leastMs(requests),
          });
        },
        onSent(version) {
          const { bytes, requests } = costOfVersion(version);
          requestsLeft -= requests;
          become({
            ...state,
            versions: { ...state.versions, done: state.versions.done + 1 },
            bytes: { ...state.bytes, done: state.bytes.done + bytes },
            leastMs: leastMs(requestsLeft),
          });
        },
      };
    },
  };
}

type Named = readonly { readonly name: string }[];

/** What was not sent or is not to be, as it is told. */
export function describeLeft({ left, olderLeft }: { readonly left: Named; readonly olderLeft: Named }) {
  const namesOf = (files: Named): string[] => files.slice(0, movedFilesNamed).map(({ name }) => name);
  return {
    ...{ left: namesOf(left), leftCount: left.length },
    ...{ olderLeft: namesOf(olderLeft), olderLeftCount: olderLeft.length },
  };
}

/** How a move stands, as it is told. */
export function describeMove(note: MoveNote, now: MoveState, wait: MoveWait | undefined): MoveRecord {
  const isMoving = note.state === 'moving';
  const sent = note.versionCount;
  return {
    state: note.state !== 'moving' ? note.state : wait ? 'waiting' : now.phase,
    contentAddress: note.target.contentAddress,
    versions: isMoving ? now.versions : { done: sent, total: sent },
    bytes: now.bytes,
    ...(isMoving && !wait && now.leastMs !== undefined && { leastMs: now.leastMs }),
    ...describeLeft(note),
    failed: note.failed.slice(0, movedFilesNamed),
    failedCount: note.failed.length,
    ...(isMoving && wait && { error: wait.error, nextTryAtMs: wait.nextTryAtMs }),
  };
}
