import type { CallOptions, SeenAnswer, RemoteCaller } from '../../../shared/api/caller.ts';
import { contentKeyOf, newestVersionCriterion, versionOf } from '../../../shared/api/content-key-of.ts';
import { listLimits } from '../../../shared/api/limits.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import { timeOf } from '../../../shared/api/schemas/wire-values.ts';
import type { CadContentVersions, CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError, orUndefinedIf } from '../../../shared/errors/app-error.ts';
import { formatContentKey, type ContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Program } from '../../../shared/model/program.ts';
import { isSha256, type Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, type Version } from '../../../shared/model/version.ts';
import { inputOf } from './inputs.ts';
import { unknownDate, type RemoteItem } from '../state/remote-tree.ts';

export type RemoteItems = ReadonlyMap<ContentKeyText, RemoteItem>;

/** `onServiceTime` is told when something was listed by the service's clock, where it says so. */
type ListOptions = Required<Pick<CallOptions, 'signal' | 'onServiceTime'>>;

/** What was listed; `items` is `undefined` where it is the list that was seen, and then whether it was sent all the same. */
export type ListedItems =
  | { readonly seen: SeenAnswer | undefined; readonly items: RemoteItems }
  | { readonly seen: SeenAnswer; readonly items: undefined; readonly wasSent: boolean };

interface ListAsked {
  readonly afterDate: string | undefined;
  readonly seen: SeenAnswer | undefined;
  /** A file of the list that the service had, where one is known. */
  readonly known?: () => ContentKey | undefined;
}

/**
 * Newest versions of every CAD file of one application version, or of those that were changed after a day (`2026-01-31`),
 * unless it is the list that was seen.
 * @throws AppError `service-unavailable` where it is not found although something is there, or what the service answers
 */
export async function listRemoteItems(
  service: RemoteCaller,
  program: Program,
  { afterDate, seen, known }: ListAsked,
  options: ListOptions,
): Promise<ListedItems> {
  const since = afterDate === undefined ? {} : { afterChangeDate: afterDate };
  const named = { applicationName: program.name, applicationVersion: program.version };
  const params = { ...named, includeMinorVersion: 'True', ...since };
  const polling = { ...options, priority: 'poll' } as const;
  const read = await unlessNotFound(service.callUnlessSeen('listMetadata', { params }, seen, polling));
  if (!read) {
    // On a list of changes nothing hangs: what is not in it stays as it was.
    const key = afterDate === undefined ? known?.() : undefined;
    if (key) await assertNothingThere(service, { key, isKnown: true }, polling);
    return { seen: undefined, items: new Map() };
  }
  if (read.answer === undefined) return { ...read, items: undefined };
  // Where records do not tell their version, the same list may stand for newer ones.
  const tellsAll = read.answer.every((record) => versionOf(record) !== undefined);
  return {
    seen: tellsAll ? read.seen : undefined,
    items: itemsOf(await newestRecordsIn(service, read.answer, options.signal)),
  };
}

/** As `findNewestRecords`, with what the remote tree keeps of them. */
export async function findRemoteItems(
  service: RemoteCaller,
  keys: readonly ContentKey[],
  signal: AbortSignal,
  isKnown?: (key: ContentKey) => boolean,
): Promise<RemoteItems> {
  return itemsOf(await findNewestRecords(service, keys, signal, isKnown));
}

/** The newest version of a key, as the service describes it. */
export interface NewestRecord {
  readonly version: Version;
  readonly record: CadMetadata;
}

/**
 * Newest versions of keys that are to be sent, in as few calls as the service takes. A key it does not know is absent.
 * @param isKnown whether the service had something of a key
 * @throws AppError `service-unavailable` where none is found although something is there, or what the service answers
 */
export async function findNewestRecords(
  service: RemoteCaller,
  keys: readonly ContentKey[],
  signal: AbortSignal,
  isKnown = (_key: ContentKey): boolean => false,
): Promise<ReadonlyMap<ContentKeyText, NewestRecord>> {
  const records: CadMetadata[] = [];
  const options = { signal, priority: 'upload' } as const;
  for (const some of inLists(keys, listLimits.criteria)) {
    const body = some.map(newestVersionCriterion);
    const answer = await unlessNotFound(service.call('findCurrentMetadata', { params: {}, body }, options));
    const known = some.find(isKnown);
    const key = known ?? some[0];
    if (!answer && key) await assertNothingThere(service, { key, isKnown: known !== undefined }, options);
    for (const record of answer ?? []) records.push(record);
  }
  const asked = new Set(keys.map(formatContentKey));
  const newest = await newestRecordsIn(service, records, signal);
  return new Map([...newest].filter(([key]) => asked.has(key)));
}

/** A version of a key as the service tells of it. */
export interface ListedVersion extends Pick<RemoteItem, 'sha256' | 'sizeBytes' | 'changedMs'> {
  readonly version: Version;
}

/** All versions of a key, the newest first: what works with every service, for one call per key. */
export async function listVersionsOf(
  service: RemoteCaller,
  key: ContentKey,
  options: CallOptions,
): Promise<readonly ListedVersion[]> {
  return versionsIn(await service.call('listVersions', inputOf(key), options), key);
}

/** What a service listed of the language of a key, the newest first: one that does not know languages lists all. */
export function versionsIn({ versions }: CadContentVersions, key: ContentKey): ListedVersion[] {
  const { languageCode = '' } = key;
  return (
    versions
      .filter(({ languagecode = languageCode }) => languagecode.toLowerCase() === languageCode)
      // Of two under one number the last one listed counts.
      .toSorted(compareVersions)
      .toReversed()
      .map(({ major, minor, sha256, size, changeDate }) => ({
        version: { major, minor },
        sha256: sha256In(sha256),
        sizeBytes: size,
        changedMs: dateOf({ changeDate }) ?? unknownDate,
      }))
  );
}

/**
 * What the service says about the bytes of one version.
 * @throws AppError `not-found` when it does not have that version
 */
export async function listVersionFacts(
  service: RemoteCaller,
  key: ContentKey,
  wanted: Version,
  signal: AbortSignal,
): Promise<ListedVersion> {
  const versions = await listVersionsOf(service, key, { signal, priority: 'person' });
  const found = versions.find(({ version }) => compareVersions(version, wanted) === 0);
  if (!found) throw new AppError('not-found', { detail: 'The service does not have this version.' });
  return found;
}

/** By its version list; `undefined` for a key the service does not know. */
async function newestVersion(service: RemoteCaller, key: ContentKey, signal: AbortSignal) {
  return (await unlessNotFound(listVersionsOf(service, key, { signal, priority: 'upload' })))?.[0]?.version;
}

async function newestRecordsIn(
  service: RemoteCaller,
  records: readonly CadMetadata[],
  signal: AbortSignal,
): Promise<ReadonlyMap<ContentKeyText, NewestRecord>> {
  const newest = new Map<ContentKeyText, NewestRecord>();
  for (const record of records) {
    const key = contentKeyOf(record);
    // Records that name no content key, and attachments, are not what a library holds.
    if (!key.ok || record.attachmentName !== undefined) continue;
    const version = versionOf(record) ?? (await newestVersion(service, key.value, signal));
    if (!version) continue;
    const text = formatContentKey(key.value);
    const known = newest.get(text);
    if (!known || compareVersions(known.version, version) < 0) newest.set(text, { version, record });
  }
  return newest;
}

function itemsOf(newest: ReadonlyMap<ContentKeyText, NewestRecord>): RemoteItems {
  return new Map([...newest].map(([key, one]) => [key, itemOf(one)]));
}

/** What the remote tree keeps of the newest version of a key. */
export function itemOf({ version, record }: NewestRecord): RemoteItem {
  return {
    version,
    sha256: sha256In(record.sha256),
    sizeBytes: record.size,
    changedMs: dateOf(record) ?? unknownDate,
    baseFilename: record.baseFilename ?? '',
    fileExtension: record.fileExtension ?? '',
  };
}

/** When a service says that it was made or changed. */
export function dateOf(record: { readonly changeDate?: string | undefined } | undefined): number | undefined {
  return record?.changeDate === undefined ? undefined : timeOf(record.changeDate);
}

/** What a service says of bytes, where it says it in the form of a SHA-256. */
export function sha256In(text: string | undefined): Sha256 | undefined {
  const digest = text?.toLowerCase();
  return digest !== undefined && isSha256(digest) ? digest : undefined;
}

/**
 * Has a list that is not found proved to be empty by one of its files, known where the service had it: so do some
 * services answer, and so does whatever stands in the place of one for a moment. Of a file that it does not have a service
 * lists no versions, and never answers 404 (wire format 3.3); where nothing was known to be there, that counts as none.
 * @throws AppError `service-unavailable` where that is not so, or what the service answers
 */
async function assertNothingThere(
  service: RemoteCaller,
  { key, isKnown }: { readonly key: ContentKey; readonly isKnown: boolean },
  options: CallOptions,
): Promise<void> {
  const versions = await unlessNotFound(listVersionsOf(service, key, options));
  if (versions ? versions.length === 0 : !isKnown) return;
  throw new AppError('service-unavailable', { detail: 'It does not find a list of files that it has.' });
}

/** Some services answer 404 where there is simply nothing (wire format, section 1). */
export async function noneOnNotFound<T>(answer: Promise<T[]>): Promise<T[]> {
  return (await unlessNotFound(answer)) ?? [];
}

/** `undefined` where the service says that it does not find it. */
export function unlessNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch(orUndefinedIf(({ code }) => code === 'not-found'));
}
