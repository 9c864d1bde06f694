import { contentKeyOf, newestVersionCriterion } from '../../../shared/api/content-key-of.ts';
import { listLimits } from '../../../shared/api/limits.ts';
import type { MovePreview } from '../../../shared/rpc/move-records.ts';
import { formatContentKey, type ContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import { formatVersion, isRelease, type Version } from '../../../shared/model/version.ts';
import { listRemoteItems, listVersionsOf, unlessNotFound, type ListedVersion } from '../remote/remote-items.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import type { FileNameParts } from '../library/target-path.ts';
import { keyOf } from '../tree/key-of.ts';
import { compareHistories } from './compare-histories.ts';
import { findHistories } from './find-histories.ts';
import { historyThere } from './hashes-there.ts';
import { standardsOf } from './move-lists.ts';
import type { MovedFile, MoveParts } from './move-parts.ts';

/** The versions of a file that the target does not have. */
export interface HistoryToSend extends MovedFile {
  /** Oldest first. */
  readonly versions: readonly ListedVersion[];
  /** The version that they follow; `undefined` where the target does not know the file. */
  readonly newestThere: Version | undefined;
  /** Whether that it does not know the file is only what a list says that was not found. */
  readonly isInDoubt: boolean;
}

export interface MovePlan {
  readonly toSend: readonly HistoryToSend[];
  /** How many files the target has already with all their versions. */
  readonly thereCount: number;
  /** Files of which the target has something else that is newer: nothing of them is sent. */
  readonly left: readonly MovedFile[];
  /** Files of which it has later versions already: older ones that it lacks could only be sent as its newest. */
  readonly olderLeft: readonly MovedFile[];
}

type MoveCost = Pick<MovePreview, 'files' | 'versions' | 'bytes' | 'requests'>;

/** A draft takes its bytes and its record, a release one call. */
export function costOfVersion({ version, sizeBytes = 0 }: ListedVersion): Pick<MoveCost, 'bytes' | 'requests'> {
  return isRelease(version) ? { bytes: 0, requests: 1 } : { bytes: sizeBytes, requests: 2 };
}

/** What sending these takes. */
export function costOf(toSend: readonly HistoryToSend[]): MoveCost {
  const costs = toSend.flatMap(({ versions }) => versions.map(costOfVersion));
  return {
    files: toSend.length,
    versions: costs.length,
    bytes: costs.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: costs.reduce((sum, { requests }) => sum + requests, 0),
  };
}

/**
 * Compares everything that the source has with what the target has of it. Files that the target does not know, or has
 * with all their versions, cost it no call of their own.
 */
export async function planMove(parts: MoveParts): Promise<MovePlan> {
  const items = await itemsOfSource(parts);
  const keys = [...items.keys()].flatMap((text) => keyOf(text) ?? []);
  const { known, inDoubt } = await askTarget(parts, keys);
  const whole = await wholeOf(
    parts,
    keys.filter((key) => known.has(formatContentKey(key))),
  );
  const toSend: HistoryToSend[] = [];
  const left: MovedFile[] = [];
  const olderLeft: MovedFile[] = [];
  let thereCount = whole.size;
  for (const key of keys) {
    const text = formatContentKey(key);
    const item = items.get(text);
    if (!item || whole.has(text)) continue;
    const file = { key, name: fileNameOf(item) };
    const compared = await compareFile(parts, file, known.has(text));
    if (compared === 'otherThere') {
      left.push(file);
      continue;
    }
    if (compared.lacksOlder) olderLeft.push(file);
    if (compared.versions.length > 0) toSend.push({ ...compared, isInDoubt: inDoubt.has(text) });
    else if (!compared.lacksOlder) thereCount += 1;
  }
  return { toSend, left, olderLeft, thereCount };
}

type Source = Pick<MoveParts, 'source' | 'signal'>;

/**
 * What the source has of files and standards, without asking the target anything.
 * @returns a text that is the same as long as nothing was added or changed there
 */
export async function lookAtSource({ source, signal }: Source): Promise<string> {
  const items = await itemsOfSource({ source, signal });
  const standards = await standardsOf(source.service, { signal });
  const files = [...items].map(([key, { version, sha256 }]) => [key, formatVersion(version), sha256]);
  return JSON.stringify([files.map(String).toSorted(), standards.toSorted()]);
}

/** The newest version of everything that the source has. */
async function itemsOfSource({ source, signal }: Source): Promise<Map<ContentKeyText, RemoteItem>> {
  const all = new Map<ContentKeyText, RemoteItem>();
  const options = { signal, onServiceTime: () => undefined };
  for (const program of await source.programs()) {
    const everything = { afterDate: undefined, seen: undefined };
    const { items } = await listRemoteItems(source.service, program, everything, options);
    for (const [key, item] of items ?? []) all.set(key, item);
  }
  return all;
}

interface KeysThere {
  /** Those that the target has. */
  readonly known: ReadonlySet<ContentKeyText>;
  /** Those of a list that it did not find: so some services say that they have none of them, and so do gateways. */
  readonly inDoubt: ReadonlySet<ContentKeyText>;
}

async function askTarget({ target, signal }: MoveParts, keys: readonly ContentKey[]): Promise<KeysThere> {
  const known = new Set<ContentKeyText>();
  const inDoubt = new Set<ContentKeyText>();
  const options = { signal, priority: 'upload' } as const;
  for (const some of inLists(keys, listLimits.criteria)) {
    const body = some.map(newestVersionCriterion);
    const records = await unlessNotFound(target.call('findCurrentMetadata', { params: {}, body }, options));
    if (!records) for (const key of some) inDoubt.add(formatContentKey(key));
    for (const record of records ?? []) {
      const key = contentKeyOf(record);
      if (key.ok && record.attachmentName === undefined) known.add(formatContentKey(key.value));
    }
  }
  return { known, inDoubt };
}

/** Of which keys the target has all versions, as far as few calls tell. */
async function wholeOf(parts: MoveParts, keys: readonly ContentKey[]): Promise<ReadonlySet<ContentKeyText>> {
  const { source, target, hashes, signal } = parts;
  const whole = new Set<ContentKeyText>();
  const ours = await findHistories(source.service, keys, signal);
  const theirs = await findHistories(target, keys, signal);
  for (const key of keys) {
    const text = formatContentKey(key);
    const here = ours.get(text) ?? [];
    const there = (theirs.get(text) ?? []).map((one) => ({ ...one, sha256: hashes.of(key, one) }));
    const compared = compareHistories(here, there);
    if (compared !== 'otherThere' && compared.count === here.length && !compared.lacksOlder) whole.add(text);
  }
  return whole;
}

/** What a person calls a file. */
export function fileNameOf({ baseFilename = '', fileExtension = '' }: Partial<FileNameParts>): string {
  return fileExtension === '' ? baseFilename : `${baseFilename}.${fileExtension}`;
}

async function compareFile(
  parts: MoveParts,
  file: MovedFile,
  isKnownThere: boolean,
): Promise<(Omit<HistoryToSend, 'isInDoubt'> & { readonly lacksOlder: boolean }) | 'otherThere'> {
  const { source, signal } = parts;
  const here = (await listVersionsOf(source.service, file.key, { signal, priority: 'upload' })).toReversed();
  const there = isKnownThere ? await historyThere(parts, file.key) : [];
  const compared = compareHistories(here, there);
  if (compared === 'otherThere') return compared;
  const { count, lacksOlder } = compared;
  return { ...file, versions: here.slice(count), newestThere: there.at(-1)?.version, lacksOlder };
}
