import { parseClassVersion, parseEtimCode } from './etim-code.ts';
import { parseLanguageCode, type LanguageCode } from './language.ts';
import { faulty, parsed, type Parsed } from './parsed.ts';

/** The six values that name a CAD file's product context in the service's paths. */
export interface CadKey {
  readonly applicationName: string;
  readonly applicationVersion: string;
  readonly etimClassCode: string;
  readonly etimClassCodeVersion: string;
  readonly etimModelCode: string;
  readonly etimModelCodeVersion: string;
}

/** What a version history belongs to: a CAD key, a type of content and, for files made per language, its language. */
export interface ContentKey extends CadKey {
  readonly type: string;
  readonly languageCode?: LanguageCode | undefined;
}

/** A content key as one comparable text: `Revit/2020/EC010001/1/MC000001/1/Template`, with `@nl` behind it for a language. */
export type ContentKeyText = string & { readonly kind: 'ContentKeyText' };

/** The type of content meant where none is named. */
export const defaultContentType = 'Template';

const cadKeyNames = [
  'applicationName',
  'applicationVersion',
  'etimClassCode',
  'etimClassCodeVersion',
  'etimModelCode',
  'etimModelCodeVersion',
] as const satisfies readonly (keyof CadKey)[];

/** The seven segments of a content key in the order of the service's paths. */
export const contentKeySegments = [...cadKeyNames, 'type'] as const;

export function formatContentKey(key: ContentKey): ContentKeyText {
  const path = contentKeySegments.map((name) => escapeSegment(key[name])).join('/');
  return (key.languageCode ? `${path}@${key.languageCode}` : path) as ContentKeyText;
}

/** Reads the text form, in which a slash, percent or at sign inside a value is percent-encoded. */
export function parseContentKey(text: string): Parsed<ContentKey> {
  const [path = '', language, ...more] = text.split('@');
  const segments = path.split('/');
  if (segments.length !== contentKeySegments.length || more.length > 0) {
    return faulty(
      'wrong-form',
      'a key is application/version/EC…/version/MC…/version/type, with @language where it has one',
    );
  }
  const parts = {} as Record<ContentKeySegment, string>;
  for (const [index, name] of contentKeySegments.entries()) parts[name] = unescapeSegment(segments[index] ?? '');
  return readContentKey(parts, language);
}

type ContentKeySegment = (typeof contentKeySegments)[number];

/** Validates the parts of a content key and brings codes, versions and language to the form in which they are compared. */
export function readContentKey(parts: Record<ContentKeySegment, string>, language?: string | null): Parsed<ContentKey> {
  const classCode = parseEtimCode('class', parts.etimClassCode);
  if (!classCode.ok) return classCode;
  const classVersion = parseClassVersion(parts.etimClassCodeVersion);
  if (!classVersion.ok) return classVersion;
  const modelCode = parseEtimCode('modellingClass', parts.etimModelCode);
  if (!modelCode.ok) return modelCode;
  const modelVersion = parseClassVersion(parts.etimModelCodeVersion);
  if (!modelVersion.ok) return modelVersion;
  const languageCode = parseLanguageCode(language);
  if (!languageCode.ok) return languageCode;
  for (const name of ['applicationName', 'applicationVersion', 'type'] as const) {
    if (parts[name].trim() === '') return faulty('missing', `${name} is missing`);
    if (parts[name].length > 128) return faulty('too-long', `${name} is longer than 128 characters`);
  }
  return parsed({
    applicationName: parts.applicationName.trim(),
    applicationVersion: parts.applicationVersion.trim(),
    etimClassCode: classCode.value,
    etimClassCodeVersion: classVersion.value,
    etimModelCode: modelCode.value,
    etimModelCodeVersion: modelVersion.value,
    type: parts.type.trim(),
    ...(languageCode.value ? { languageCode: languageCode.value } : {}),
  });
}

/**
 * The version text older clients compare with the version header of a download:
 * `{language}.{class version}.{modelling class version}.{application version}.{major}.{minor}`.
 */
export function formatVersionText(
  key: ContentKey,
  version: { readonly major: number; readonly minor: number },
): string {
  return [
    key.languageCode ?? '',
    key.etimClassCodeVersion,
    key.etimModelCodeVersion,
    key.applicationVersion,
    version.major,
    version.minor,
  ].join('.');
}

const escaped = /[/%@]/;

function escapeSegment(value: string): string {
  // Few are, and of thousands of keys all are looked at.
  return escaped.test(value) ? value.replace(/[/%@]/g, (character) => encodeURIComponent(character)) : value;
}

function unescapeSegment(value: string): string {
  return value.includes('%') ? value.replace(/%(2F|25|40)/gi, (code) => decodeURIComponent(code)) : value;
}
