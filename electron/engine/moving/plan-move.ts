import { formatContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { compareVersions, isRelease, type Version } from '../../../shared/model/version.ts';
import { findRemoteItems, listRemoteItems, listVersionsOf, type ListedVersion } from '../remote/remote-items.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import type { FileNameParts } from '../library/target-path.ts';
import { keyOf } from '../tree/key-of.ts';
import { compareHistories } from './compare-histories.ts';
import { hashThere } from './hashes-there.ts';
import type { MovedFile, MoveParts } from './move-parts.ts';

/** The versions of a file that the target does not have. */
export interface HistoryToSend extends MovedFile {
  /** Oldest first. */
  readonly versions: readonly ListedVersion[];
  /** The version that they follow; `undefined` where the target does not know the file. */
  readonly newestThere: Version | undefined;
}

export interface MovePlan {
  readonly toSend: readonly HistoryToSend[];
  /** How many files the target has already with all their versions. */
  readonly thereCount: number;
  /** Files of which the target has something else that is newer: nothing of them is sent. */
  readonly left: readonly MovedFile[];
}

export interface MoveCost {
  readonly files: number;
  readonly versions: number;
  readonly bytes: number;
  readonly requests: number;
}

/** A draft takes its bytes and its record, a release one call. */
const requestsFor = { draft: 2, release: 1 };

/** What sending these takes. */
export function costOf(toSend: readonly HistoryToSend[]): MoveCost {
  const versions = toSend.flatMap((history) => history.versions);
  const drafts = versions.filter(({ version }) => !isRelease(version));
  return {
    files: toSend.length,
    versions: versions.length,
    bytes: drafts.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0),
    requests: drafts.length * requestsFor.draft + (versions.length - drafts.length) * requestsFor.release,
  };
}

/**
 * Compares everything that the source has with what the target has of it. Files that the target does not know, or has in
 * the same newest version, cost it no call of their own.
 */
export async function planMove(parts: MoveParts): Promise<MovePlan> {
  const items = await itemsOfSource(parts);
  const keys = [...items.keys()].flatMap((text) => keyOf(text) ?? []);
  const there = await findRemoteItems(parts.target, keys, parts.signal);
  const toSend: HistoryToSend[] = [];
  const left: MovedFile[] = [];
  for (const key of keys) {
    const text = formatContentKey(key);
    const item = items.get(text);
    const known = there.get(text);
    if (!item || (known && isSameVersion(item, { ...known, sha256: parts.hashes.of(key, known) }))) continue;
    const file = { key, name: fileNameOf(item) };
    const missing = await missingVersions(parts, file, known !== undefined);
    if (missing === 'otherThere') left.push(file);
    else if (missing.versions.length > 0) toSend.push(missing);
  }
  return { toSend, left, thereCount: keys.length - toSend.length - left.length };
}

/** The newest version of everything that the source has. */
export async function itemsOfSource({
  source,
  signal,
}: Pick<MoveParts, 'source' | 'signal'>): Promise<Map<ContentKeyText, RemoteItem>> {
  const all = new Map<ContentKeyText, RemoteItem>();
  const options = { signal, onServiceTime: () => undefined };
  for (const program of await source.programs()) {
    const everything = { afterDate: undefined, seen: undefined };
    const { items } = await listRemoteItems(source.service, program, everything, options);
    for (const [key, item] of items ?? []) all.set(key, item);
  }
  return all;
}

function isSameVersion(a: RemoteItem, b: RemoteItem): boolean {
  return a.sha256 !== undefined && a.sha256 === b.sha256 && compareVersions(a.version, b.version) === 0;
}

/** What a person calls a file. */
export function fileNameOf({ baseFilename = '', fileExtension = '' }: Partial<FileNameParts>): string {
  return fileExtension === '' ? baseFilename : `${baseFilename}.${fileExtension}`;
}

async function missingVersions(
  parts: MoveParts,
  file: MovedFile,
  isKnownThere: boolean,
): Promise<HistoryToSend | 'otherThere'> {
  const { source, target, signal } = parts;
  const options = { signal, priority: 'upload' } as const;
  const here = (await listVersionsOf(source.service, file.key, options)).toReversed();
  const listed = isKnownThere ? (await listVersionsOf(target, file.key, options)).toReversed() : [];
  const there: ListedVersion[] = [];
  for (const one of listed) there.push({ ...one, sha256: await hashThere(parts, file.key, one) });
  const count = compareHistories(here, there);
  if (count === 'otherThere') return count;
  return { ...file, versions: here.slice(count), newestThere: there.at(-1)?.version };
}
