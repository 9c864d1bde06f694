import type { CallOptions, RemoteCaller } from '../../../shared/api/caller.ts';
import { toAppError } from '../../../shared/errors/app-error.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions } from '../../../shared/model/version.ts';
import type { TellLibrary } from '../library/library-event.ts';
import type { Placing } from '../library/placing.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import { isDatedAlike } from '../judge/other-history.ts';
import type { FileStat, Ports } from '../ports.ts';
import { listVersionsOf, type ListedVersion } from '../remote/remote-items.ts';
import { isOnService, versionOn, type BackupCopy } from '../state/backup-copies.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import { removeUnlessSavedInto } from '../transfer/backup-folder.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import { dayMs } from '../state/counted-days.ts';
import type { SavedLate } from './saved-late.ts';

export interface OldCopiesOptions {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'connection'>;
  readonly context: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Placing;
  readonly gate: Pick<ConnectionGate, 'mayTry'>;
  readonly savedLate: Pick<SavedLate, 'note'>;
  readonly settings: () => Settings;
  readonly tell: TellLibrary;
  readonly signal: AbortSignal;
  /** Told of each copy that is open in a program, say: it holds up no other one. */
  readonly onFailure: (error: unknown) => void;
}

/** Clears old copies away once a day, next to the sync: the service is asked for that. A failure is tried again. */
export function createOldCopies(options: OldCopiesOptions) {
  const { context, gate, settings, tell, signal } = options;
  const { clock, connection } = options.ports;
  let dueMs = -Infinity;
  let clearing: Promise<void> | undefined;

  const onFailure = (error: unknown): void => {
    if (!signal.aborted) options.onFailure(error);
  };

  async function clear(service: RemoteCaller, trees: ServiceTrees): Promise<void> {
    try {
      const old = context.backups.keptFor(settings().backupDays, 'replaced', clock.now());
      await clearOldCopies({ ...options, service, trees, onFailure }, old);
      dueMs = clock.steadyMs() + dayMs;
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    clearIfDue(): void {
      const trees = context.trees();
      const service = connection.current()?.service;
      if (clearing || dueMs > clock.steadyMs() || !trees || !service || !gate.mayTry()) return;
      clearing = clear(service, trees).finally(() => {
        clearing = undefined;
        // Who waits until the library is at rest looks again.
        if (!signal.aborted) tell({ kind: 'changed', paths: [] });
      });
    },

    isBusy: (): boolean => clearing !== undefined,
    /** Waits for what is under way, once the signal has said that it is over. */
    close: async (): Promise<void> => clearing,
  };
}

interface Clearing extends Pick<OldCopiesOptions, 'context' | 'savedLate' | 'signal' | 'onFailure'> {
  readonly service: RemoteCaller;
  readonly trees: ServiceTrees;
}

/** A copy whose bytes can be asked for. */
type NamedCopy = BackupCopy & { readonly key: ContentKeyText; readonly sha256: Sha256 };

/**
 * Removes the copies that were kept long enough and are known to be on the service. It is asked once more before that: it
 * may have been brought back, and have gone on since with other bytes under the same numbers. What it does not have stays
 * until a person deletes it. Of copies of which nothing is known it is asked once.
 * @throws AppError what the service says
 */
async function clearOldCopies(clearing: Clearing, old: readonly BackupCopy[]): Promise<void> {
  const { service, trees, signal, onFailure } = clearing;
  const isAsked = (copy: BackupCopy): copy is NamedCopy => isToBeAskedFor(trees, copy);
  for (const [key, copies] of Map.groupBy(old.filter(isAsked), (copy) => copy.key)) {
    const listed = await listedOf(service, key, { signal, priority: 'poll' });
    if (!listed) continue;
    // Not while it is put back.
    for (const copy of copies)
      await clearing.context.placeAt(copy.keptAt, () => clearOne(clearing, copy, listed)).catch(onFailure);
  }
}

function isToBeAskedFor(trees: ServiceTrees, copy: BackupCopy): copy is NamedCopy {
  return (
    copy.key !== undefined &&
    copy.sha256 !== undefined &&
    // Whoever left it was told that it stays.
    copy.reason !== 'savedLateLeft' &&
    (isOnService(trees, copy) || copy.serviceId !== trees.serviceId)
  );
}

/** The versions of a key; `undefined` where the service refuses to tell. */
async function listedOf(
  service: RemoteCaller,
  text: ContentKeyText,
  options: CallOptions,
): Promise<readonly ListedVersion[] | undefined> {
  const key = parseContentKey(text);
  if (!key.ok) return undefined;
  return listVersionsOf(service, key.value, options).catch((thrown: unknown) => {
    const error = toAppError(thrown);
    if (error.retryable || cutOffOf(error.code) !== undefined || options.signal?.aborted) throw error;
    return undefined;
  });
}

async function clearOne(clearing: Clearing, asked: NamedCopy, listed: readonly ListedVersion[]): Promise<void> {
  const { context, trees, savedLate, signal } = clearing;
  const { disk, backups } = context;
  const stat = await disk.stat(asked.keptAt);
  // A person may have put it back, deleted it or said that it stays, while the service was asked.
  const copy = backups.get(asked.keptAt);
  if (stat?.kind !== 'file' || !copy || !isToBeAskedFor(trees, copy) || copy.key !== asked.key || signal.aborted)
    return;
  const found = versionAmong(listed, trees, copy, stat);
  if (!found || !isOnService(trees, copy)) {
    backups.note({ ...copy, version: found?.version, changedMs: found?.changedMs, serviceId: trees.serviceId });
    return;
  }
  // By their dates alone, which drives and programs set as they like, nothing is removed.
  const saved = await removeUnlessSavedInto(context, copy);
  if (saved !== undefined) savedLate.note(copy, saved);
}

/**
 * The version that has the bytes of a copy; of a service that tells no hashes, the one that both sides agreed on, where
 * its date is still the same.
 */
function versionAmong(
  listed: readonly ListedVersion[],
  trees: ServiceTrees,
  copy: NamedCopy,
  { sizeBytes }: FileStat,
): ListedVersion | undefined {
  const told = listed.find(({ sha256 }) => sha256 === copy.sha256);
  if (told) return told;
  const known = versionOn(trees, copy) ? copy : trees.agreedAs(copy.key, copy.sha256);
  const { version: agreed, changedMs } = known;
  const same = agreed && listed.find(({ version }) => compareVersions(version, agreed) === 0);
  if (!same || same.sha256 !== undefined) return undefined;
  const isOfSize = same.sizeBytes === undefined || same.sizeBytes === sizeBytes;
  return isOfSize && isDatedAlike(same.changedMs, changedMs) ? same : undefined;
}
