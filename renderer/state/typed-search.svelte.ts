import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import { createAnswer } from './answer.svelte.ts';
import type { Session } from './session.svelte.ts';

/** What is done with an answer; without one where the search failed. */
type Act<T> = (found: T | undefined) => void;

/** What is found for a text while it is typed. What was found for an earlier text stays until the next is found. */
export interface TypedSearch<T> {
  readonly value: T | undefined;
  /** Nobody knows what would be found: it could not be searched for. `error` says why, where the app was reached. */
  readonly isFailed: boolean;
  readonly error: ErrorRecord | undefined;
  /** What is typed has no answer yet: what is shown was found for something else. */
  readonly isBehind: boolean;
  /** Searches once the typing pauses, and ends the search before; an empty text finds nothing. */
  readonly type: (text: string, pauseMs?: number) => void;
  /** Acts on what is found for what is typed, once that is known; not at all if more is typed. */
  readonly onceAnswered: (act: Act<T>) => void;
}

const usualPauseMs = 120;

/** A search that ends with the component that makes it. */
export function createTypedSearch<T>(
  session: Session,
  question: (text: string, signal: AbortSignal) => Promise<T>,
): TypedSearch<T> {
  const answer = createAnswer<T>(session);
  let isBehind = $state(false);
  const waiting: Act<T>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let searching = new AbortController();
  $effect(() => end);

  function end(): void {
    clearTimeout(timer);
    answer.drop();
    searching.abort();
  }

  async function search(text: string): Promise<void> {
    const { signal } = (searching = new AbortController());
    await answer.ask(() => question(text, signal));
    if (signal.aborted) return;
    isBehind = false;
    for (const act of waiting.splice(0)) act(found());
  }
  /** What was found for another text is not meant. */
  const found = (): T | undefined => (answer.isFailed ? undefined : answer.value);

  return {
    get value() {
      return found();
    },
    get isFailed() {
      return answer.isFailed;
    },
    get error() {
      return answer.error;
    },
    get isBehind() {
      return isBehind;
    },
    type(text, pauseMs = usualPauseMs) {
      end();
      waiting.length = 0;
      isBehind = text !== '';
      if (!isBehind) return answer.clear();
      timer = setTimeout(() => void search(text), pauseMs);
    },
    onceAnswered(act) {
      if (isBehind) waiting.push(act);
      else act(found());
    },
  };
}
