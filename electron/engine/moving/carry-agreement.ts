import type { ContentKey, ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, type Version } from '../../../shared/model/version.ts';
import type { Database } from '../ports.ts';
import { findRemoteItems, type RemoteItems } from '../remote/remote-items.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import { createServiceTrees, type ServiceTrees } from '../state/service-trees.ts';
import type { SyncedEntry } from '../tree/entries.ts';
import { keyOf } from '../tree/key-of.ts';
import { compareHistories, type KnownVersion } from './compare-histories.ts';
import { findHistories } from './find-histories.ts';
import { hashThere, historyThere, type ProvenVersion } from './hashes-there.ts';
import type { MoveParts } from './move-parts.ts';

export interface CarryParts extends MoveParts {
  readonly database: Database;
  readonly libraryIds: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly nowMs: () => number;
}

/**
 * What libraries agreed on with one service they agreed on with the other one too, as far as that has the same bytes: so
 * files are in step there without being sent again, what was saved since is a draft of the same file, what was removed
 * here is not fetched again, and what goes back to an earlier version is known for that.
 * @throws AppError what the other one answers; `service-unavailable` where it does not find a list of what it has
 */
export async function carryAgreement(parts: CarryParts): Promise<void> {
  const { database, libraryIds, from, to } = parts;
  for (const libraryId of libraryIds) {
    const old = createServiceTrees(database, libraryId, from);
    const keys = old.agreedKeys();
    const items = await findRemoteItems(
      parts.target,
      keys.flatMap((key) => keyOf(key) ?? []),
      parts.signal,
      // All of it went there.
      () => true,
    );
    const agreed = await agreedWith(parts, old, items);
    database.transaction(() => {
      const trees = createServiceTrees(database, libraryId, to);
      const nowMs = parts.nowMs();
      for (const { key, item, synced, earlier } of agreed) {
        trees.replaceRemote(key, item);
        for (const { sha256, version } of earlier) trees.noteEarlier(key, sha256, version);
        trees.noteSynced(key, synced, nowMs, nowMs);
        const removal = old.removal(key);
        if (removal) trees.noteRemoval(key, { ...removal, version: item.version });
      }
    });
  }
}

interface Agreed {
  readonly key: ContentKeyText;
  readonly item: RemoteItem;
  readonly synced: SyncedEntry;
  /** Versions there that were agreed on before. */
  readonly earlier: readonly { readonly sha256: Sha256; readonly version: Version }[];
}

async function agreedWith(parts: CarryParts, old: ServiceTrees, items: RemoteItems): Promise<Agreed[]> {
  const agreed: Agreed[] = [];
  const keys = [...items.keys()].flatMap((key) => keyOf(key) ?? []);
  const ours = await findHistories(parts.source.service, keys, parts.signal);
  const theirs = await findHistories(parts.target, keys, parts.signal);
  for (const [key, item] of items) {
    const before = old.synced(key);
    const named = keyOf(key);
    if (!before || !named) continue;
    const shared = await sharedVersion(parts, { key: named, agreed: before, here: ours.get(key) ?? [], newest: item });
    if (!shared) continue;
    const { version } = shared;
    const earlier = (theirs.get(key) ?? []).flatMap((one) => {
      const hash = parts.hashes.of(named, one);
      const isEarlier = hash && compareVersions(one.version, version) < 0 && old.earlierVersion(key, hash);
      return isEarlier ? [{ sha256: hash, version: one.version }] : [];
    });
    agreed.push({ key, item, synced: { ...shared, path: before.path }, earlier });
  }
  return agreed;
}

interface AgreedHistory {
  readonly key: ContentKey;
  readonly agreed: SyncedEntry;
  /** What the old service has, oldest first. */
  readonly here: readonly KnownVersion[];
  /** There. */
  readonly newest: RemoteItem;
}

/**
 * The version there that both agreed on: the newest one, where that has the agreed bytes or only later versions are
 * missing, which are saves that follow it. Where somebody went on, or back, it is the one below that has these bytes.
 */
async function sharedVersion(
  parts: CarryParts,
  { key, agreed, here, newest }: AgreedHistory,
): Promise<ProvenVersion | undefined> {
  const { version, sha256 } = agreed;
  if ((await hashThere(parts, key, newest)) === sha256) return { version: newest.version, sha256 };
  const there = await historyThere(parts, key);
  const followed = here.filter((one) => compareVersions(one.version, version) <= 0);
  const compared = compareHistories(followed, there);
  const lacksLater = compared !== 'otherThere' && compared.count < followed.length;
  return lacksLater ? there.at(-1) : there.findLast((one) => one.sha256 === sha256);
}
