import { fileNameLanguages } from '../../shared/model/language.ts';
import type { Formats } from '../../shared/words/formats.ts';

/** The languages that files, exports and answers can be in, to choose one from, by their names. */
export function languageOptions({ languageName }: Pick<Formats, 'languageName'>) {
  const options = [...fileNameLanguages].map((value) => ({ value, text: languageName(value) }));
  return options.sort((a, b) => a.text.localeCompare(b.text));
}
