import { spokenAmong, spokenLanguages } from '../../shared/model/language.ts';
import { loadTexts, type Language, type Texts } from '../texts/texts.ts';
import type { Session } from './session.svelte.ts';

/** A language and the texts in it. */
export interface Spoken {
  readonly language: Language;
  readonly texts: Texts;
}

/** What the window speaks: the language that a person chose, and that of the system until then. */
export interface Speech extends Spoken {
  /** Whether it is known which that is; until then nothing is to be said but that the window connects. */
  readonly isBegun: boolean;
  /** Keeps another language as the one that the person chose; one that cannot be loaded is told of, and not kept. */
  choose(language: Language): Promise<void>;
}

interface SpeechOptions {
  readonly session: Pick<Session, 'client' | 'status' | 'subscribe'>;
  /** Carries something out, and tells why it failed. */
  readonly act: (action: () => Promise<void>) => Promise<void>;
  /** Tells that something failed, whatever the connection. */
  readonly tellFailed: (sentence: string) => void;
  readonly load: typeof loadTexts;
  readonly ofSystem: Language;
  /** What is spoken until it is known what shall be. */
  readonly first: Spoken;
}

/** So long a window that is connected waits for its texts; then it begins in the language that is there. */
const patienceMs = 5_000;

/** Speaks as the settings say, from the first snapshot on; a language that cannot be loaded changes nothing. */
export function createSpeech({ session, act, tellFailed, load, ofSystem, first }: SpeechOptions): Speech {
  let spoken = $state.raw(first);
  let isBegun = $state(false);
  /** What is spoken, is on its way or could not be loaded. */
  let wanted: Language | undefined;
  let lacking: Language | undefined;
  let choices = 0;

  /** Resolves with `undefined` where they cannot be loaded. */
  const textsIn = async (language: Language): Promise<Texts | undefined> =>
    language === spoken.language ? spoken.texts : load(language).catch(() => undefined);
  const tellLacking = (): void => tellFailed(spoken.texts.shell.languageNotLoaded);
  /** What could not be loaded may be there by now. */
  const followAgain = (): void => {
    if (wanted === lacking) wanted = undefined;
    void follow();
  };

  async function follow(): Promise<void> {
    const language = chosenLanguage(session) ?? ofSystem;
    if (language === wanted) return;
    wanted = language;
    if (!isBegun) setTimeout(() => (isBegun = true), patienceMs);
    const texts = await textsIn(language);
    // Another may have been chosen meanwhile.
    if (language !== wanted) return;
    if (texts) spoken = { language, texts };
    else if (lacking !== language) tellLacking();
    lacking = texts ? undefined : language;
    isBegun = true;
  }
  session.subscribe(({ kind }) => {
    if (kind === 'status') void follow();
    // It may have failed with the connection, which is there again.
    if (kind === 'snapshot') followAgain();
    // What is said without a window, and the names of classes, are to be of it too.
    if (kind === 'snapshot' && session.status?.isLanguageOpen) keepLanguage(session, ofSystem);
  });

  return {
    get language() {
      return spoken.language;
    },
    get texts() {
      return spoken.texts;
    },
    get isBegun() {
      return isBegun;
    },
    async choose(language) {
      const choice = ++choices;
      const texts = await textsIn(language);
      if (choice !== choices) return;
      if (!texts) return tellLacking();
      await act(() => session.client.settings.save({ language }).then(followAgain));
    },
  };
}

/** The language of the settings; `undefined` until a person or a window chose one. */
function chosenLanguage({ status }: Pick<Session, 'status'>): Language | undefined {
  return status?.isLanguageOpen ? undefined : status?.settings.language;
}

/** Where it cannot be saved, the next snapshot tries again. */
function keepLanguage({ client }: Pick<Session, 'client'>, language: Language): void {
  client.settings.save({ language }).catch(() => undefined);
}

/** What a window speaks first: the language of the system, or any other where that cannot be loaded. */
export async function speakFirst(navigator: Navigator): Promise<Spoken> {
  const inLanguage = async (language: Language): Promise<Spoken> => ({ language, texts: await loadTexts(language) });
  return inLanguage(spokenAmong(navigator.languages)).catch(() => Promise.any(spokenLanguages.map(inLanguage)));
}
