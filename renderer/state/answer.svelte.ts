import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import { readError } from '../connect/read-error.ts';
import type { Session } from './session.svelte.ts';

/** What one question to the engine has brought so far. The last good value stays while it is asked again. */
export interface Answer<T> {
  readonly value: T | undefined;
  /** Whether the last question was not answered; `error` says why, where that is not that the app is not reached. */
  readonly isFailed: boolean;
  readonly error: ErrorRecord | undefined;
  readonly busy: boolean;
  /** Asks; an answer to an earlier question that comes later is dropped. Never rejects. */
  readonly ask: (question: () => Promise<T>) => Promise<void>;
  /** What was asked last is not wanted any more; what came before stays. */
  readonly drop: () => void;
  readonly clear: () => void;
}

export function createAnswer<T>(session: Session): Answer<T> {
  let value = $state.raw<T | undefined>();
  let error = $state.raw<ErrorRecord | undefined>();
  let isFailed = $state(false);
  let busy = $state(false);
  let newest = 0;
  function drop(): void {
    newest += 1;
    busy = false;
  }
  return {
    get value() {
      return value;
    },
    get isFailed() {
      return isFailed;
    },
    get error() {
      return error;
    },
    get busy() {
      return busy;
    },
    async ask(question) {
      const mine = ++newest;
      busy = true;
      try {
        const answer = await question();
        if (mine !== newest) return;
        value = answer;
        error = undefined;
        isFailed = false;
      } catch (thrown) {
        if (mine !== newest) return;
        error = readError(thrown, session.connected);
        isFailed = true;
      } finally {
        if (mine === newest) busy = false;
      }
    },
    drop,
    clear() {
      drop();
      value = undefined;
      error = undefined;
      isFailed = false;
    },
  };
}
