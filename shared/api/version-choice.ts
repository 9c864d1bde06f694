import { AppError } from '../errors/app-error.ts';
import { defaultContentType, type CadKey } from '../model/content-key.ts';
import type { LanguageCode } from '../model/language.ts';
import { parsed, type Parsed } from '../model/parsed.ts';
import type { Version } from '../model/version.ts';
import { contentKeyOf } from './content-key-of.ts';
import type { CadMetadataCriteria } from './schemas/cad-metadata.ts';

/** Which version of a CAD file a request means. */
export type VersionChoice =
  /** The newest release; where nothing was ever released, the newest draft. */
  | { readonly kind: 'current' }
  | { readonly kind: 'newest' }
  | { readonly kind: 'newestOfMajor'; readonly major: number }
  | { readonly kind: 'exactly'; readonly version: Version };

/** The version that a query names, wholly, in part or not at all. */
export interface AskedVersion {
  readonly majorVersion?: number | undefined;
  readonly minorVersion?: number | undefined;
}

/**
 * Reads MajorVersion and MinorVersion of a query ("No version asked" in the service decisions). Unlike in a criterion, −1
 * for both asks for nothing: who has named no version is not given a draft while there is a release.
 * @throws AppError `invalid-request` for a minor version that belongs to no major one
 */
export function readVersionChoice({ majorVersion: major, minorVersion: minor }: AskedVersion): VersionChoice {
  if (major === undefined && !minor) return { kind: 'current' };
  if (major === undefined) {
    const detail = 'a minor version needs a major version';
    throw new AppError('invalid-request', { faults: [{ in: 'query', name: 'minorVersion', detail }] });
  }
  if (minor === undefined) return { kind: 'newestOfMajor', major };
  return major === 0 && minor === 0 ? { kind: 'current' } : { kind: 'exactly', version: { major, minor } };
}

/** Whether a list is asked for this version. No version named: all. `MajorVersion` alone: all of that major. Both: one. */
export function isListedFor({ majorVersion: major, minorVersion: minor }: AskedVersion, version: Version): boolean {
  if (!major && !minor) return major === undefined || minor === 0 || version.major === 0;
  return (major ?? version.major) === version.major && (minor ?? version.minor) === version.minor;
}

/** Whether a request to release means this version, the newest: it names this one, or none. */
export function isReleaseOf({ majorVersion: major, minorVersion: minor }: AskedVersion, newest: Version): boolean {
  const isNamed = major !== undefined ? major > 0 || minor !== 0 : Boolean(minor);
  return !isNamed || ((major ?? newest.major) === newest.major && (minor ?? newest.minor) === newest.minor);
}

/** A criterion that was read: one CAD key, a language, and major and minor version as older clients send them. */
export interface Criterion {
  readonly key: CadKey;
  readonly languageCode: LanguageCode | undefined;
  /** Without one, of all types. */
  readonly type: string | undefined;
  /** −1 (and absent): not chosen. */
  readonly major: number;
  readonly minor: number;
}

/** Reads a criterion of operations 9 and 10, or says what is wrong with it. */
export function readCriterion({ identifier, options }: CadMetadataCriteria): Parsed<Criterion> {
  const result = contentKeyOf({
    application: identifier?.application,
    etim: identifier?.etim,
    // The interface names no type in a criterion.
    type: options?.type?.trim() || defaultContentType,
    languageCode: options?.languageCode,
  });
  if (!result.ok) return result;
  const { languageCode, type, ...key } = result.value;
  const major = options?.majorVersion ?? -1;
  const ofType = options?.type?.trim() ? type : undefined;
  return parsed({ key, languageCode, type: ofType, major, minor: options?.minorVersion ?? (major > 0 ? -1 : 0) });
}

/** Which version a criterion means, where it means one. For the minor version −1 is the newest (wire format 3.4), a draft too. */
export function choiceOfCriterion({ major, minor }: Criterion): VersionChoice {
  if (major < 0) return minor < 0 ? { kind: 'newest' } : { kind: 'current' };
  if (minor < 0) return { kind: 'newestOfMajor', major };
  return major === 0 && minor === 0 ? { kind: 'current' } : { kind: 'exactly', version: { major, minor } };
}
