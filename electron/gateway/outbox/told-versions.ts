import { contentVersionIdentity, versionOf } from '../../../shared/api/content-key-of.ts';
import type { CadContentVersion, CadContentVersions, CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { readContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import { compareVersions, isRelease } from '../../../shared/model/version.ts';
import { languagesOf, lineOf, type Line } from './waiting-versions.ts';
import type { AnyInput, WriteId } from './write.ts';

/** A version of a CAD file, or of an attachment of it, that the service made of what it was sent. */
export interface ToldVersion extends Pick<Line, 'key' | 'attachmentName'> {
  readonly version: CadContentVersion;
}

/** The versions that the service answered to a write; none where it says nothing of them. */
export function toldVersions(operation: WriteId, input: AnyInput, answer: unknown): readonly ToldVersion[] {
  if (operation === 'storeMetadata')
    return (answer as readonly CadMetadata[]).flatMap((record) => draftIn(record) ?? []);
  if (operation !== 'release') return [];
  const newest = (answer as CadContentVersions).versions.toSorted(compareVersions).at(-1);
  const key = readContentKey(input.params as unknown as ContentKey, newest?.languagecode);
  return newest && key.ok ? [{ key: key.value, attachmentName: '', version: newest }] : [];
}

function draftIn(record: CadMetadata): ToldVersion | undefined {
  const line = lineOf(record);
  const version = versionOf(record);
  if (!version || !line) return undefined;
  const { key, attachmentName } = line;
  const { changeDate, size, sha256, comments } = record;
  const identity = contentVersionIdentity(key, version);
  const released = isRelease(version);
  return { key, attachmentName, version: { ...identity, changeDate, released, size, sha256, comments } };
}

/**
 * The versions of a file as they were listed last, with what was told of a newer one since.
 * @param told the newest that was told, for each language of the file
 */
export function withTold(
  known: CadContentVersions,
  told: readonly CadContentVersion[],
  languageCode: string | undefined,
): CadContentVersions {
  const [listed] = known.versions;
  const wanted = languageCode ?? listed?.languagecode ?? languagesOf(told).toSorted()[0];
  const newest = told.find(({ languagecode = '' }) => languagecode === wanted);
  if (!newest || (listed && compareVersions(newest, listed) <= 0)) return known;
  const current = isRelease(newest) ? { current: newest } : {};
  return { ...known, ...current, versions: [newest, ...known.versions] };
}
