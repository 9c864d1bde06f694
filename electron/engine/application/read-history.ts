import type { ViewCaller } from '../../../shared/api/caller.ts';
import type { CadContentVersion } from '../../../shared/api/schemas/cad-metadata.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { compareVersions, formatVersion, isRelease, nextRelease } from '../../../shared/model/version.ts';
import type { HistoryRecord } from '../../../shared/rpc/activity-records.ts';
import { requestedKey } from '../ask/requested.ts';
import type { Engine } from '../engine.ts';
import { createListAge } from '../ask/products.ts';
import { inputOf } from '../remote/inputs.ts';
import { dateOf, sha256In } from '../remote/remote-items.ts';
import type { SyncedEntry } from '../tree/entries.ts';

/**
 * The versions the service has of a key, newest first, and which of them the library's file is.
 * @throws AppError `invalid-request` for a text that is no key, or what the service answers
 */
export async function readHistory(engine: Engine, service: ViewCaller, keyText: string): Promise<HistoryRecord> {
  const key = requestedKey(keyText);
  const isPinned = engine.contextHolding(keyText as ContentKeyText) !== undefined;
  const { options, standing } = createListAge();
  const { versions } = await service.call('listVersions', inputOf(key), { ...options, isPinned });
  const local = agreedHere(engine, keyText as ContentKeyText);
  const sorted = [...versions].sort(compareVersions).reverse();
  const [newest] = sorted;
  return {
    key: keyText,
    ...standing(),
    versions: sorted.map((version, place) => ({
      version: formatVersion(version),
      released: isRelease(version),
      comment: version.comments,
      changedAtMs: dateOf(version),
      sizeBytes: version.size,
      sha256: sha256In(version.sha256),
      program: [key.applicationName, version.cadversion ?? key.applicationVersion].join(' '),
      sameAs: earlierWithSameBytes(sorted, place),
      isLocal: local !== undefined && isOfBytes(version, local),
    })),
    publishable:
      newest && !isRelease(newest)
        ? { draft: formatVersion(newest), release: formatVersion(nextRelease(newest)) }
        : undefined,
  };
}

/** The newest earlier version with the bytes of the one at a place, where another one lies between. */
function earlierWithSameBytes(sorted: readonly CadContentVersion[], place: number): string | undefined {
  const sha256 = sha256In(sorted[place]?.sha256);
  if (sha256 === undefined || sha256In(sorted[place + 1]?.sha256) === sha256) return undefined;
  const from = sorted.slice(place + 2).find((version) => sha256In(version.sha256) === sha256);
  return from && formatVersion(from);
}

/** What both sides agreed on, where the library's file has those bytes now. */
function agreedHere(engine: Engine, text: ContentKeyText): SyncedEntry | undefined {
  const context = engine.contextHolding(text);
  const synced = context?.trees()?.synced(text);
  const [file] = context?.files.claimants(text, Infinity).settled ?? [];
  return file?.sha256 === synced?.sha256 ? synced : undefined;
}

/** A service that was brought back may have other bytes under a number. */
function isOfBytes(listed: CadContentVersion, { version, sha256 }: SyncedEntry): boolean {
  return compareVersions(listed, version) === 0 && (sha256In(listed.sha256) ?? sha256) === sha256;
}
