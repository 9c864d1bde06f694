import { createContext, onDestroy } from 'svelte';
import type { OpenCarrier } from '../connect/carrier.ts';
import { readError } from '../connect/read-error.ts';
import { loadTexts, type Language, type Texts } from '../texts/texts.ts';
import { createFormats, type Formats } from '../../shared/words/formats.ts';
import { spokenAmong } from '../../shared/model/language.ts';
import type { ClassSuggestion } from '../../shared/rpc/class-suggestion.ts';
import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import { honestStatus, type HonestStatus } from '../../shared/rpc/honest-status.ts';
import type { Explanation } from '../../shared/rpc/explanation.ts';
import {
  putIntoWords,
  suggestionInWords,
  type ExplanationWords,
} from '../../shared/words/explanations/put-into-words.ts';
import type { Speaker } from '../../shared/words/explanations/sentences.ts';
import { createWriteNews } from './write-news.ts';
import { createChosenProducts, type ChosenProducts } from './chosen-products.svelte.ts';
import { createClock, type Clock } from './clock.svelte.ts';
import { createIntake, type Intake } from './intake.svelte.ts';
import { tellAdded } from './intake-news.ts';
import { createNotices, type Notices } from './notices.svelte.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { createTransferProgress, type TransferProgress } from './progress.svelte.ts';
import { createReleaseNews } from './release-news.ts';
import { createRouter, type Router } from './router.svelte.ts';
import { createSession, type Session } from './session.svelte.ts';
import { createSpeech, type Speech, type Spoken } from './speech.svelte.ts';
import { createSystemAccent, type SystemAccent } from './system-accent.svelte.ts';
import { createUnsentComments, type UnsentComments } from './unsent-comments.svelte.ts';
import { createUnsentForms, type UnsentForms } from './unsent-forms.svelte.ts';
import type { EngineClient } from '../connect/engine-client.ts';

/** What every view of the window can reach. */
export interface App {
  readonly session: Session;
  readonly router: Router;
  readonly notices: Notices;
  readonly progress: TransferProgress;
  readonly pictures: Pictures;
  readonly clock: Clock;
  readonly systemAccent: SystemAccent;
  readonly chosenProducts: ChosenProducts;
  readonly comments: UnsentComments;
  readonly forms: UnsentForms;
  /** Files that a person brings in. */
  readonly intake: Intake;
  readonly speech: Speech;
  readonly language: Language;
  readonly texts: Texts;
  readonly formats: Formats;
  /** The state of everything as of now; nothing before it was first told. */
  readonly honestStatus: HonestStatus | undefined;
  /** Says why a file stands as it does, as of now. */
  readonly explain: (why: Explanation) => ExplanationWords;
  /** Says what a file without classes may belong to, and why. */
  readonly sayWhySuggested: (suggestion: ClassSuggestion) => string;
  /** Carries something out and says so, with the way back where there is one; a failure is shown and gives `undefined`. */
  readonly act: <T, U>(
    action: (client: EngineClient) => Promise<T>,
    done?: (result: T) => Said,
    undo?: WayBack<T, U>,
  ) => Promise<T | undefined>;
  /** The same for what a form asks for: a failure is shown in the form, as long as it is there. */
  readonly actIn: <T>(
    form: FormFault,
    action: (client: EngineClient) => Promise<T>,
    done?: (result: T) => Said,
  ) => Promise<T | undefined>;
  readonly close: () => void;
}

/** Why what a form asked for last failed, if it did. */
interface FormFault {
  error?: ErrorRecord | undefined;
  /** Nobody sees it any more. */
  isLeft?: boolean;
}

/** That of the form which calls this while it begins. */
export function useFormFault(): FormFault {
  const fault = $state<FormFault>({});
  onDestroy(() => void (fault.isLeft = true));
  return fault;
}

/** What is said once something was done, if anything; what is said of the same topic later takes its place. */
type Said = undefined | string | { readonly text: string; readonly topic: string };

/** How something that was done is taken back, and what is said then. */
interface WayBack<T, U = unknown> {
  readonly act: (client: EngineClient, result: T) => Promise<U>;
  readonly done: (undone: U) => Said;
  /** Whether there is one, by what came of it; else there is. */
  readonly isThere?: (result: T) => boolean;
}

const [readApp, setApp] = createContext<App>();

/** The app this component belongs to. */
export const useApp = readApp;

/** Makes an app known to the components below the one that calls this. */
export const provideApp = setApp;

/** @param first what the window speaks until it is known what it shall */
export function createApp(page: Window, open: OpenCarrier, first: Spoken): App {
  // It listens before the session asks for the engine, which is when it is told.
  const systemAccent = createSystemAccent(page);
  const session = createSession({ open, wait, chance: Math.random });
  const router = createRouter(page);
  const notices = createNotices();
  const progress = createTransferProgress(session);
  const clock = createClock(5_000);
  const act = createAct(session, notices);
  const ofSystem = spokenAmong(page.navigator.languages);
  const tellFailed = (detail: string): void => notices.failed({ code: 'unexpected-failure', detail });
  const speech = createSpeech({ session, act, tellFailed, load: loadTexts, ofSystem, first });
  const formats = $derived(createFormats(speech.language));
  const textsOfNews = () => speech.texts.activity;
  const news = [createReleaseNews, createWriteNews].map((create) => create(session, notices, textsOfNews));

  const intake = createIntake(session, (now) => tellAdded(app, now));

  const app: App = {
    session,
    router,
    notices,
    progress,
    pictures: createPictures(session.client),
    clock,
    systemAccent,
    chosenProducts: createChosenProducts(),
    comments: createUnsentComments(),
    forms: createUnsentForms(),
    intake,
    speech,
    get language() {
      return speech.language;
    },
    get texts() {
      return speech.texts;
    },
    get formats() {
      return formats;
    },
    get honestStatus() {
      return session.status && honestStatus(session.status, clock.nowMs, session.phase === 'ready');
    },
    ...createExplaining(() => ({ ...speakerOf(speech.texts), nowMs: clock.nowMs, formats })),
    act,
    actIn: (form, action, done) => act(action, done, undefined, form),
    close() {
      for (const part of [...news, session, router, progress, clock, systemAccent]) part.close();
    },
  };
  return app;
}

function createExplaining(asOfNow: () => Speaker): Pick<App, 'explain' | 'sayWhySuggested'> {
  return {
    explain: (why) => putIntoWords(why, asOfNow()),
    sayWhySuggested: (suggestion) => suggestionInWords(suggestion, asOfNow()),
  };
}

const speakerOf = ({ errors, explanations: sentences }: Texts): Pick<Speaker, 'errors' | 'sentences'> => ({
  errors,
  sentences,
});

function createAct(session: Session, notices: Notices) {
  return async function act<T, U>(
    action: (client: EngineClient) => Promise<T>,
    done?: (result: T) => Said,
    undo?: WayBack<T, U>,
    form?: FormFault,
  ): Promise<T | undefined> {
    if (form) form.error = undefined;
    try {
      const result = await action(session.client);
      const isUndoable = undo && (undo.isThere?.(result) ?? true);
      const takeBack = isUndoable ? () => void act((client) => undo.act(client, result), undo.done) : undefined;
      const said = done?.(result);
      if (typeof said === 'string') notices.done(said, { undo: takeBack });
      else if (said) notices.done(said.text, { undo: takeBack, topic: said.topic });
      return result;
    } catch (thrown) {
      const error = readError(thrown, session.connected);
      if (error && form && !form.isLeft) form.error = error;
      else if (error) notices.failed(error);
      return undefined;
    }
  };
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
