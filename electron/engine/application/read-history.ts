import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { compareVersions, formatVersion, isRelease, nextRelease } from '../../../shared/model/version.ts';
import type { HistoryRecord } from '../../../shared/rpc/activity-records.ts';
import type { Engine } from '../engine.ts';

/**
 * The versions the service has of a key, newest first, and which of them the library's file is.
 * @throws AppError `invalid-request` for a text that is no key, or what the service answers
 */
export async function readHistory(engine: Engine, service: ViewCaller, keyText: string): Promise<HistoryRecord> {
  const key = parseContentKey(keyText);
  if (!key.ok) throw new AppError('invalid-request', { detail: `${key.fault.detail}.` });
  const { type, languageCode, ...cadKey } = key.value;
  const isPinned = engine.contextHolding(keyText as ContentKeyText) !== undefined;
  let asOfMs: number | undefined;
  const { versions } = await service.call(
    'listVersions',
    { params: { ...cadKey, type }, query: { languageCode: languageCode ?? '' } },
    { priority: 'person', isPinned, onMirrored: (seenMs) => (asOfMs = seenMs) },
  );
  const local = localVersion(engine, keyText as ContentKeyText);
  const sorted = [...versions].sort(compareVersions).reverse();
  const [newest] = sorted;
  return {
    key: keyText,
    ...(asOfMs === undefined ? {} : { asOfMs }),
    versions: sorted.map((version) => ({
      version: formatVersion(version),
      released: isRelease(version),
      comment: version.comments,
      changedAtMs: version.changeDate === undefined ? undefined : Date.parse(version.changeDate),
      sizeBytes: version.size,
      isLocal: formatVersion(version) === local,
    })),
    publishable:
      newest && !isRelease(newest)
        ? { draft: formatVersion(newest), release: formatVersion(nextRelease(newest)) }
        : undefined,
  };
}

/** The version whose bytes the library's file has now. */
function localVersion(engine: Engine, text: ContentKeyText): string | undefined {
  const context = engine.contextHolding(text);
  const synced = context?.trees()?.synced(text);
  const [file] = context?.files.claimants(text, Infinity).settled ?? [];
  return synced && file?.sha256 === synced.sha256 ? formatVersion(synced.version) : undefined;
}
