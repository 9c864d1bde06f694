import { faulty, parsed, type Parsed } from './parsed.ts';

/** The languages the product speaks. */
export const spokenLanguages = ['en', 'nl'] as const;

/** The one of them that somebody likes best who reads these languages (`nl-BE`), the first first; else English. */
export function spokenAmong(codes: readonly string[]): (typeof spokenLanguages)[number] {
  const wanted = codes.map((code) => code.slice(0, 2).toLowerCase());
  return wanted.flatMap((code) => spokenLanguages.filter((language) => language === code))[0] ?? 'en';
}

/** A language code as compared and stored: lower case (`nl`), or with a region (`nl-nl`). */
export type LanguageCode = string & { readonly kind: 'LanguageCode' };

/** Reads a language code in any letter case. Empty text means "no language" and reads as `undefined`. */
export function parseLanguageCode(text: string | null | undefined): Parsed<LanguageCode | undefined> {
  const code = (text ?? '').trim().toLowerCase();
  if (code === '') return parsed(undefined);
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/.test(code)) {
    return faulty('wrong-form', 'a language code is two or three letters such as EN or NL');
  }
  return parsed(code as LanguageCode);
}

/** The languages that a file name may end with (`pump.nl.rfa`, `pump_nl.rfa`): those in which ETIM is published. */
export const fileNameLanguages: ReadonlySet<string> = new Set(
  'en nl de fr es it pt da sv nb no fi pl cs sk hu ro bg hr sl sr et lv lt el ru uk tr'.split(' '),
);
