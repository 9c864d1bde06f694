import type { ViewCaller } from '../../../shared/api/caller.ts';
import type { CadContentVersion } from '../../../shared/api/schemas/cad-metadata.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, formatVersion, isRelease } from '../../../shared/model/version.ts';
import type { HistoryRecord } from '../../../shared/rpc/activity-records.ts';
import { releaseStepOf } from '../../../shared/rpc/release-step.ts';
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
  const oldestFirst = versions.toSorted(compareVersions);
  const sameAs = earlierWithSameBytes(oldestFirst);
  const newest = oldestFirst.at(-1);
  return {
    key: keyText,
    ...standing(),
    versions: oldestFirst
      .map((version, place) => ({
        version: formatVersion(version),
        released: isRelease(version),
        comment: version.comments,
        changedAtMs: dateOf(version),
        sizeBytes: version.size,
        sha256: sha256In(version.sha256),
        program: [key.applicationName, version.cadversion ?? key.applicationVersion].join(' '),
        sameAs: sameAs[place],
        isLocal: local !== undefined && isOfBytes(version, local),
      }))
      .reverse(),
    publishable: newest && !isRelease(newest) ? releaseStepOf(newest) : undefined,
  };
}

/** For each version the newest earlier one with its bytes, where another one lies between. */
function earlierWithSameBytes(oldestFirst: readonly CadContentVersion[]): readonly (string | undefined)[] {
  const placeOf = new Map<Sha256, number>();
  return oldestFirst.map(({ sha256: text }, place) => {
    const sha256 = sha256In(text);
    if (sha256 === undefined) return undefined;
    const earlier = placeOf.get(sha256);
    placeOf.set(sha256, place);
    const from = earlier === undefined || earlier === place - 1 ? undefined : oldestFirst[earlier];
    return from && formatVersion(from);
  });
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
