import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { ProductHit } from '../../shared/rpc/product-records.ts';
import { readError } from '../connect/read-error.ts';
import type { Session } from './session.svelte.ts';

/** A search that follows what is typed. The last hits stay while the next ones are awaited. */
interface ProductSearch {
  /** `undefined` while nothing is searched for. */
  readonly hits: readonly ProductHit[] | undefined;
  readonly error: ErrorRecord | undefined;
  readonly busy: boolean;
  /** Searches once typing pauses. An older question is cancelled; a text too short to say anything ends the search. */
  readonly ask: (text: string, languageCode: string) => void;
  readonly close: () => void;
}

/** So many hits are asked for: more than a person reads, and quickly told. */
export const mostHits = 50;

const typingPauseMs = 180;
const fewestCharacters = 2;

export function createProductSearch(session: Session): ProductSearch {
  let hits = $state.raw<readonly ProductHit[] | undefined>();
  let error = $state.raw<ErrorRecord | undefined>();
  let busy = $state(false);
  let asking = new AbortController();

  async function search(text: string, languageCode: string, signal: AbortSignal): Promise<void> {
    try {
      const found = await session.client.products.search({ text, limit: mostHits, languageCode }, { signal });
      if (signal.aborted) return;
      hits = found;
      error = undefined;
    } catch (thrown) {
      if (signal.aborted) return;
      hits = undefined;
      error = readError(thrown, session.connected);
    }
    busy = false;
  }

  return {
    get hits() {
      return hits;
    },
    get error() {
      return error;
    },
    get busy() {
      return busy;
    },
    ask(text, languageCode) {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      const wanted = text.trim();
      busy = wanted.length >= fewestCharacters;
      if (!busy) {
        hits = undefined;
        error = undefined;
        return;
      }
      const timer = setTimeout(() => void search(wanted, languageCode, signal), typingPauseMs);
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    },
    close: () => asking.abort(),
  };
}
