import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { LookSide } from '../../../shared/rpc/look-record.ts';
import type { Scene } from '../../../shared/rpc/scene.ts';
import { readError } from '../../connect/read-error.ts';
import { fetchDistances, fetchScene, type FetchedDistances, type SceneProgress } from '../../state/looks.ts';
import { onceConnected } from '../../state/once-connected.ts';
import type { Session } from '../../state/session.svelte.ts';

/** Something on its way that is read or measured from files. */
export interface Load<T> {
  readonly found: T | undefined;
  /** 0 … 1; `undefined` while it is still read from its file. */
  readonly share: number | undefined;
  readonly error: ErrorRecord | undefined;
  readonly isUnderWay: boolean;
  readonly isCancelled: boolean;
  readonly cancel: () => void;
  /** Also where other bytes are meant by now: what was found before stays until the answer. */
  readonly retry: () => void;
}

/**
 * Begins at once.
 * @param of is asked each time it is read
 */
export function createSceneLoad(
  session: Session,
  of: () => { readonly fileId: string; readonly side: LookSide },
): Load<Scene> {
  return createLoad(session, (onProgress, signal) => fetchScene(session.client, of(), onProgress, signal));
}

/** Begins at once. */
export function createDistanceLoad(
  session: Session,
  of: { readonly fileId: string; readonly before: LookSide; readonly after: LookSide },
): Load<FetchedDistances> {
  return createLoad(session, (onProgress, signal) => fetchDistances(session.client, of, onProgress, signal));
}

function createLoad<T>(
  session: Session,
  fetch: (onProgress: SceneProgress, signal: AbortSignal) => Promise<T>,
): Load<T> {
  let found = $state.raw<T>();
  let share = $state<number>();
  let error = $state.raw<ErrorRecord>();
  let phase = $state<'reading' | 'cancelled' | 'ended'>('reading');
  let running = new AbortController();

  async function load(): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    phase = 'reading';
    error = undefined;
    try {
      const fetched = await fetch((next) => signal.aborted || (share = next), signal);
      if (!signal.aborted) found = fetched;
    } catch (thrown) {
      if (signal.aborted) return;
      error = readError(thrown, session.connected);
      // The app went away with what it was doing for it, which is begun anew when it is back.
      if (error === undefined) return onceConnected(session, () => void load(), signal);
    }
    if (!signal.aborted) phase = 'ended';
  }
  void load();

  return {
    get found() {
      return found;
    },
    get share() {
      return share;
    },
    get error() {
      return error;
    },
    get isUnderWay() {
      return phase === 'reading';
    },
    get isCancelled() {
      return phase === 'cancelled';
    },
    cancel() {
      phase = 'cancelled';
      running.abort();
    },
    retry: () => void load(),
  };
}
