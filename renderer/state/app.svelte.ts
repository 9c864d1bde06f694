import { createContext } from 'svelte';
import type { OpenCarrier } from '../connect/carrier.ts';
import { readError } from '../connect/read-error.ts';
import { textsIn, type Language, type Texts } from '../texts/texts.ts';
import { createFormats, type Formats } from '../../shared/words/formats.ts';
import type { ClassSuggestion } from '../../shared/rpc/class-suggestion.ts';
import type { Explanation } from '../../shared/rpc/explanation.ts';
import {
  putIntoWords,
  suggestionInWords,
  type ExplanationWords,
} from '../../shared/words/explanations/put-into-words.ts';
import { createClock, type Clock } from './clock.svelte.ts';
import { createNotices, type Notices } from './notices.svelte.ts';
import { createTransferProgress, type TransferProgress } from './progress.svelte.ts';
import { createReleaseNews } from './release-news.ts';
import { createRouter, type Router } from './router.svelte.ts';
import { createSession, type Session } from './session.svelte.ts';
import type { EngineClient } from '../connect/engine-client.ts';

/** What every view of the window can reach. */
export interface App {
  readonly session: Session;
  readonly router: Router;
  readonly notices: Notices;
  readonly progress: TransferProgress;
  readonly clock: Clock;
  readonly language: Language;
  readonly texts: Texts;
  readonly formats: Formats;
  /** Says why a file stands as it does, as of now. */
  readonly explain: (why: Explanation) => ExplanationWords;
  /** Says what a file without classes may belong to, and why. */
  readonly sayWhySuggested: (suggestion: ClassSuggestion) => string;
  /** Carries something out and says so, with the way back where there is one; a failure is shown and gives `undefined`. */
  readonly act: <T>(
    action: (client: EngineClient) => Promise<T>,
    done?: (result: T) => string,
    undo?: WayBack<T>,
  ) => Promise<T | undefined>;
  readonly close: () => void;
}

/** How something that was done is taken back, and what is said then. */
export interface WayBack<T> {
  readonly act: (client: EngineClient, result: T) => Promise<unknown>;
  readonly done: () => string;
}

const [readApp, setApp] = createContext<App>();

/** The app this component belongs to. */
export const useApp = readApp;

/** Makes an app known to the components below the one that calls this. */
export const provideApp = setApp;

export function createApp(page: Window, open: OpenCarrier): App {
  const session = createSession({ open, wait, chance: Math.random });
  const router = createRouter(page);
  const notices = createNotices();
  const progress = createTransferProgress(session);
  const clock = createClock(5_000);
  const language = $derived(session.status?.settings.language ?? languageOf(page.navigator));
  const texts = $derived(textsIn(language));
  const formats = $derived(createFormats(language));
  const releaseNews = createReleaseNews(session, notices, () => texts.activity);

  async function act<T>(
    action: (client: EngineClient) => Promise<T>,
    done?: (result: T) => string,
    undo?: WayBack<T>,
  ): Promise<T | undefined> {
    try {
      const result = await action(session.client);
      const takeBack = undo && (() => void act((client) => undo.act(client, result), undo.done));
      if (done) notices.done(done(result), takeBack);
      return result;
    } catch (thrown) {
      const error = readError(thrown, session.connected);
      if (error) notices.failed(error);
      return undefined;
    }
  }

  return {
    session,
    router,
    notices,
    progress,
    clock,
    get language() {
      return language;
    },
    get texts() {
      return texts;
    },
    get formats() {
      return formats;
    },
    explain: (why) => putIntoWords(why, language, { nowMs: clock.nowMs, formats, errors: texts.errors }),
    sayWhySuggested: (suggestion) =>
      suggestionInWords(suggestion, language, { nowMs: clock.nowMs, formats, errors: texts.errors }),
    act,
    close() {
      for (const part of [releaseNews, session, router, progress, clock]) part.close();
    },
  };
}

function languageOf({ language }: Navigator): Language {
  return language.startsWith('nl') ? 'nl' : 'en';
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
