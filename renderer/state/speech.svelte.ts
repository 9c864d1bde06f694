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
  readonly load: typeof loadTexts;
  readonly ofSystem: Language;
  /** What is spoken until it is known what shall be. */
  readonly first: Spoken;
}

/** Speaks as the settings say, from the first snapshot on; a language that cannot be loaded changes nothing. */
export function createSpeech({ session, act, load, ofSystem, first }: SpeechOptions): Speech {
  let spoken = $state.raw(first);
  let isBegun = $state(false);
  let wanted: Language | undefined;

  async function textsIn(language: Language): Promise<Texts> {
    if (language === spoken.language) return spoken.texts;
    return load(language).catch((cause: unknown) => {
      throw new Error(spoken.texts.shell.languageNotLoaded, { cause });
    });
  }
  function follow(): void {
    const { status } = session;
    const language = status && !status.isLanguageOpen ? status.settings.language : ofSystem;
    if (language === wanted) return;
    wanted = language;
    void act(async () => {
      const texts = await textsIn(language);
      // Another may have been chosen meanwhile.
      if (language === wanted) spoken = { language, texts };
    }).then(() => (isBegun = true));
  }
  session.subscribe(({ kind }) => {
    if (kind !== 'snapshot' && kind !== 'status') return;
    follow();
    // What is said without a window, and the names of classes, are to be of it too.
    if (kind !== 'snapshot' || !session.status?.isLanguageOpen) return;
    // Where it cannot be saved, the next snapshot tries again.
    session.client.settings.save({ language: ofSystem }).catch(() => undefined);
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
    choose: (language) =>
      act(async () => {
        await textsIn(language);
        await session.client.settings.save({ language });
        // The settings may have named it before, when it could not be loaded.
        wanted = undefined;
        follow();
      }),
  };
}

/** What a window speaks first: the language of the system, or any other where that cannot be loaded. */
export async function speakFirst(navigator: Navigator): Promise<Spoken> {
  const inLanguage = async (language: Language): Promise<Spoken> => ({ language, texts: await loadTexts(language) });
  return inLanguage(spokenAmong(navigator.languages)).catch(() => Promise.any(spokenLanguages.map(inLanguage)));
}
