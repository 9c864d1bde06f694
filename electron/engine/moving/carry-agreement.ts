import type { ContentKey, ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, type Version } from '../../../shared/model/version.ts';
import type { Database } from '../ports.ts';
import { findRemoteItems, listVersionsOf, type RemoteItems } from '../remote/remote-items.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import { createServiceTrees, type ServiceTrees } from '../state/service-trees.ts';
import type { SyncedEntry } from '../tree/entries.ts';
import { keyOf } from '../tree/key-of.ts';
import { findHistories } from './find-histories.ts';
import { hashThere } from './hashes-there.ts';
import type { MoveParts } from './move-parts.ts';

export interface CarryParts extends Pick<MoveParts, 'target' | 'newHash' | 'hashes' | 'signal'> {
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
  const histories = await findHistories(parts.target, keys, parts.signal);
  for (const [key, item] of items) {
    const before = old.synced(key);
    const named = keyOf(key);
    if (!before || !named) continue;
    const { path, sha256 } = before;
    const newest = await hashThere(parts, named, item);
    const isNewest = newest === sha256;
    // A save may have gone to the old service since the last version was sent: then that is what both agreed on.
    const isOlder = !isNewest && old.earlierVersion(key, newest) !== undefined;
    const version = isNewest || isOlder ? item.version : await versionWith(parts, named, sha256);
    if (!version) continue;
    const earlier = (histories.get(key) ?? []).flatMap((one) => {
      const hash = parts.hashes.of(named, one);
      const isEarlier = hash && compareVersions(one.version, version) < 0 && old.earlierVersion(key, hash);
      return isEarlier ? [{ sha256: hash, version: one.version }] : [];
    });
    agreed.push({ key, item, synced: { path, version, sha256: isOlder ? newest : sha256 }, earlier });
  }
  return agreed;
}

/** The newest version there that has these bytes. */
async function versionWith(parts: CarryParts, key: ContentKey, sha256: string): Promise<Version | undefined> {
  const { target, signal } = parts;
  for (const one of await listVersionsOf(target, key, { signal, priority: 'upload' })) {
    if ((await hashThere(parts, key, one)) === sha256) return one.version;
  }
  return undefined;
}
