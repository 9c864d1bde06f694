import type { CadKey } from '../../../shared/model/content-key.ts';
import type { LanguageCode } from '../../../shared/model/language.ts';
import type { History, VersionRecords } from '../store/store.ts';

/** The histories of CAD files, attachments not among them. */
export function listFileHistories(
  versions: VersionRecords,
  filter: CadKey & { readonly type?: string },
): Promise<readonly History[]> {
  return versions.listHistories({ ...cadKeyOf(filter), attachmentName: '' });
}

/** Only what names the histories, whatever else the given record carries. */
export function cadKeyOf(given: CadKey & { readonly type?: string }): CadKey & { readonly type?: string } {
  const { applicationName, applicationVersion, etimClassCode, etimClassCodeVersion } = given;
  const { etimModelCode, etimModelCodeVersion, type } = given;
  const key = { applicationName, applicationVersion, etimClassCode, etimClassCodeVersion };
  return { ...key, etimModelCode, etimModelCodeVersion, ...(type === undefined ? {} : { type }) };
}

/**
 * The one history meant among those of a CAD key and type: of exactly that language; where none is asked, the
 * language-neutral one, else the first by language code.
 */
export function chooseByLanguage(
  histories: readonly History[],
  languageCode: LanguageCode | undefined,
): History | undefined {
  if (languageCode !== undefined) return histories.find(({ key }) => key.languageCode === languageCode);
  return histories.toSorted((a, b) => compareTexts(a.key.languageCode ?? '', b.key.languageCode ?? ''))[0];
}

/** The same for each type among them. */
export function choosePerType(
  histories: readonly History[],
  languageCode: LanguageCode | undefined,
): readonly History[] {
  return [...Map.groupBy(histories, ({ key }) => key.type).values()]
    .map((ofType) => chooseByLanguage(ofType, languageCode))
    .filter((history) => history !== undefined);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
