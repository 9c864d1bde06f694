import { app } from 'electron';
import { spokenAmong } from '../../shared/model/language.ts';
import type { Language } from '../../shared/words/formats.ts';
import type { WindowState } from './window-state.ts';

/** What the desktop speaks until the engine tells the settings: their language of last time, or else the system's. */
export function languageAtStart({ language }: WindowState): Language {
  return language ?? spokenAmong(app.getPreferredSystemLanguages());
}
