import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { networkQuietTimeMs } from '../../../shared/rpc/library-settings.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { LibraryChoices, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LinksFile } from '../library/links-file.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import { createComparison } from '../observe/compare-scan.ts';
import { createFolderWatch } from '../observe/folder-watch.ts';
import { needsScan } from '../observe/other-hints.ts';
import { isLibraryPath, type ScanResult } from '../observe/scan.ts';
import { createSettling } from '../observe/settling.ts';
import type { Clock, Disk } from '../ports.ts';
import { linksFileName } from '../tree/library-links.ts';
import type { LibraryCycleOptions } from './cycle-parts.ts';

/** How long after folders could not be read all are looked at again. */
const unseenWaitMs = 300_000;

/** How long after a scan the next one begins that was asked for meanwhile: a busy folder is not looked through all the time. */
const askedAgainWaitMs = 1_000;

/** How long after a path could not be looked at all are. */
const notLookedAtWaitMs = 10_000;

interface LocalDiscoveryOptions extends Pick<
  LibraryCycleOptions,
  'ports' | 'settings' | 'quietTimeOfRunMs' | 'absenceGraceMs' | 'keysTogether' | 'tell'
> {
  readonly context: LibraryRecords & LibraryChoices & ServiceSide & LibraryFolder & LinksFile;
  readonly signal: AbortSignal;
}

/** A scan that the local tree agrees with. */
interface FollowedScan {
  readonly result: ScanResult;
  readonly dirty: readonly ContentKeyText[];
  readonly atMs: number;
}

/**
 * Finds what changed in one library's folder: by a scan of the whole when it is due, and in between by the watcher's
 * hints and the files that are missed or doubted.
 */
export function createLocalDiscovery(options: LocalDiscoveryOptions) {
  const { ports, context, settings, keysTogether, signal, tell } = options;
  const { lookAtDrive, ...quietTime } = createQuietTime(options);
  const folder = createFolderWatch(options);
  const settling = createSettling({ ports, context, ...quietTime, prove: folder.prove, keysTogether, signal, tell });
  const scans = createScanTimes(ports.clock, settings);
  /** Files that are not what was read of them, whatever their stat says. */
  const changedPaths = new Set<string>();

  async function scan(): Promise<FollowedScan> {
    // It may have been connected, or be another one, since the last.
    await lookAtDrive();
    scans.noteBegun();
    const comparison = createComparison(context.files.present());
    const result = await folder.scan(comparison.see);
    for (const path of await context.readLinks()) settling.readAgain(path);
    const dirty = await settling.takeOver(comparison.end(result, settling.takeMissed()));
    const { atMs, isOtherSight } = scans.noteDone(result.unreadable);
    // What is said of the files below them depends on it.
    if (isOtherSight) tell({ kind: 'freshness' });
    return { result, dirty, atMs };
  }

  return {
    settling,
    scans: scans as Pick<ScanTimes, 'dueMs' | 'lastMs' | 'unseenFolders' | 'soon' | 'after'>,
    /** How long a file of this library must stay unchanged now. */
    quietTimeMs: quietTime.quietTimeMs,

    hasHints: folder.hasHints,
    prove: folder.prove,

    /** @param onHint called when there is something to look at */
    async start(onHint: () => void): Promise<void> {
      await folder.start((scanWithinMs) => {
        if (scanWithinMs !== undefined) scans.within(scanWithinMs);
        onHint();
      });
    },

    /** Compares the whole folder with the local tree. @throws AppError `library-missing`, `links-unreadable` */
    scan,

    async followHints(): Promise<void> {
      // What is seen in another folder that lies in its place is not of this library, nor is it missing there.
      if (folder.hasHints() || changedPaths.size > 0 || context.missingSinceMs.size > 0) await folder.prove();
      let lookedAtAll = true;
      for (const path of newFirst(context, folder.takeHints())) {
        if (isLibraryPath(path)) lookedAtAll = (await settling.look(path)) && lookedAtAll;
        // What others wrote there may give any file another key.
        else if (path === linksFileName ? !(await context.areLinksOurs()) : await needsScan(context, path))
          scans.soon();
      }
      lookedAtAll = (await settling.lookForMissing(options.absenceGraceMs)) && lookedAtAll;
      for (const path of [...changedPaths]) {
        lookedAtAll = (await settling.readChanged(path)) && lookedAtAll;
        changedPaths.delete(path);
      }
      if (!lookedAtAll) scans.within(notLookedAtWaitMs);
    },

    /** A file is not what was read of it: it is read again. */
    readChangedSoon: (path: string): unknown => changedPaths.add(path),

    close: folder.close,
  };
}

export type LocalDiscovery = ReturnType<typeof createLocalDiscovery>;

/** A file whose name changed in its case only is seen by its new name before it is taken for a save under the old one. */
function newFirst({ files }: LibraryRecords, paths: readonly string[]): string[] {
  const sizes = files.sizesOf(paths);
  const known = new Set(paths.filter((path) => sizes.has(path)));
  return [...paths.filter((path) => !known.has(path)), ...known];
}

/** What the person set for the library, else for all of them; network drives are given more time than that. */
function createQuietTime({ ports, context, settings, quietTimeOfRunMs }: LocalDiscoveryOptions) {
  let drive: Awaited<ReturnType<Disk['driveKind']>> = 'unknown';
  return {
    lookAtDrive: async (): Promise<void> => {
      drive = await ports.disk.driveKind(context.library.root);
    },
    isDatedHere: (): boolean => drive === 'local',
    quietTimeMs: (): number => {
      const usual = settings().quietTimeMs;
      const set = quietTimeOfRunMs ?? context.settings().quietTimeMs;
      return set ?? (drive === 'network' ? Math.max(usual, networkQuietTimeMs) : usual);
    },
  };
}

/** When the whole folder was compared and is compared next. */
function createScanTimes(clock: Clock, settings: () => Settings) {
  /** By the steady clock; a setting that changes counts at once. */
  let dueMs = (): number => 0;
  let lastMs: number | undefined;
  /** In what time it was asked for again since it began: what changed in a folder it had seen by then, it does not know. */
  let againMs = Infinity;
  let unseenFolders: readonly string[] = [];

  function within(waitMs: number): void {
    againMs = Math.min(againMs, Math.max(askedAgainWaitMs, waitMs));
    const latestMs = clock.steadyMs() + waitMs;
    const beforeMs = dueMs;
    if (beforeMs() > latestMs) dueMs = () => Math.min(beforeMs(), latestMs);
  }

  return {
    /** When the whole folder is compared next, by the steady clock. */
    dueMs: (): number => dueMs(),
    /** When it was compared last, by the computer's clock; `undefined` while it was not. */
    lastMs: (): number | undefined => lastMs,
    /** Folders the last look could not see into. */
    unseenFolders: (): readonly string[] => unseenFolders,
    soon: (): void => within(0),
    within,
    noteBegun: (): void => {
      againMs = Infinity;
    },
    /** The library is paused: it is scanned again after so long. */
    after: (waitMs: number): void => {
      const nowMs = clock.steadyMs();
      dueMs = () => nowMs + waitMs;
    },
    /** @param unseen folders the scan could not see into; `isOtherSight` says whether they are others than before */
    noteDone(unseen: readonly string[]): { readonly atMs: number; readonly isOtherSight: boolean } {
      const atMs = (lastMs = clock.now());
      const scannedMs = clock.steadyMs();
      const isOtherSight = JSON.stringify(unseen) !== JSON.stringify(unseenFolders);
      unseenFolders = unseen;
      const longestMs = unseen.length > 0 ? unseenWaitMs : Infinity;
      const waitMs = Math.min(againMs, longestMs);
      dueMs = () => scannedMs + Math.min(settings().fullScanIntervalMs, waitMs);
      return { atMs, isOtherSight };
    },
  };
}

type ScanTimes = ReturnType<typeof createScanTimes>;
