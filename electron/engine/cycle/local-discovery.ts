import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { networkQuietTimeMs } from '../../../shared/rpc/library-settings.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { LeftLine, TracelessChange } from '../observe/file-reading.ts';
import { createFolderWatch } from '../observe/folder-watch.ts';
import type { ScanResult } from '../observe/scan.ts';
import { createSettling } from '../observe/settling.ts';
import type { Ports } from '../ports.ts';
import { linksFileName } from '../tree/library-links.ts';
import type { LibraryContext } from '../library/library-context.ts';

/** How long after folders could not be read all are looked at again. */
const unseenWaitMs = 300_000;

/**
 * Finds what changed in one library's folder: by a scan of the whole when it is due, and in between by the watcher's
 * hints and the files that are missed or doubted.
 */
export function createLocalDiscovery(options: {
  readonly ports: Ports;
  readonly context: LibraryContext;
  readonly settings: () => Settings;
  /** A quiet time that was asked for this run goes before all others. */
  readonly quietTimeOfRunMs?: number | undefined;
  /** How long a vanished file may come back before that counts as its removal. */
  readonly absenceGraceMs: number;
  readonly signal: AbortSignal;
  readonly onMarker: (markerId: string) => void;
  readonly onTraceless: (found: readonly TracelessChange[]) => void;
  readonly onLeftLine: (left: readonly LeftLine[]) => void;
  /** Called with the keys whose ground moved. */
  readonly onMoved: (keys: readonly ContentKeyText[]) => void;
  /** Called when other folders than before cannot be seen into. */
  readonly onUnseen: () => void;
  /** Called when the local tree is what a scan has shown. */
  readonly onScanned: (result: ScanResult, atMs: number) => Promise<void>;
}) {
  const { ports, context, settings, signal, onMoved } = options;
  const { library, disk } = context;
  let driveKind: Awaited<ReturnType<Ports['disk']['driveKind']>> = 'unknown';
  /** What the person set for the library, else for all of them; network drives are given more time than that. */
  const quietTimeMs = (): number => {
    const { quietTimeMs: usual } = settings();
    const set = options.quietTimeOfRunMs ?? context.settings().quietTimeMs;
    return set ?? (driveKind === 'network' ? Math.max(usual, networkQuietTimeMs) : usual);
  };
  const folder = createFolderWatch({
    ports,
    library,
    disk,
    ignored: () => context.ignoreRules(),
    signal,
    onMarker: options.onMarker,
  });
  const settling = createSettling({
    ports,
    context,
    quietTimeMs,
    prove: () => folder.prove(),
    onTraceless: options.onTraceless,
    onLeftLine: options.onLeftLine,
  });
  /** Files that are not what was read of them, whatever their outside says. */
  const changedPaths = new Set<string>();
  /** By the steady clock; a setting that changes counts at once. */
  let scanDueMs = (): number => 0;
  let lastScanMs: number | undefined;
  let unseenFolders: readonly string[] = [];

  /** What is said of the files below depends on it. */
  function noteUnseen(folders: readonly string[]): void {
    const isAsBefore = JSON.stringify(folders) === JSON.stringify(unseenFolders);
    unseenFolders = folders;
    if (!isAsBefore) options.onUnseen();
  }

  return {
    settling,

    /** How long a file of this library must stand still now. */
    quietTimeMs,

    /** When the whole folder is compared next, by the steady clock. */
    get scanDueMs(): number {
      return scanDueMs();
    },
    /** When it was compared last, by the computer's clock; `undefined` while it was not. */
    get lastScanMs(): number | undefined {
      return lastScanMs;
    },
    /** Folders the last look could not see into. */
    get unseenFolders(): readonly string[] {
      return unseenFolders;
    },

    hasHints: folder.hasHints,

    /** @throws AppError `library-missing`, `library-unproven` */
    prove: (atMostMsAgo?: number): Promise<void> => folder.prove(atMostMsAgo),

    /** @param onHint called when there is something to look at */
    async start(watch: boolean, onHint: () => void): Promise<void> {
      const hear = (everything: boolean): void => {
        if (everything) scanDueMs = () => 0;
        onHint();
      };
      driveKind = await ports.disk.driveKind(library.root);
      if (watch) await folder.start(hear);
    },

    scanSoon(): void {
      scanDueMs = () => 0;
    },

    /** The library is paused: it is scanned again after so long. */
    scanAfter(waitMs: number): void {
      const nowMs = ports.clock.steadyMs();
      scanDueMs = () => nowMs + waitMs;
    },

    /** Compares the whole folder with the local tree. @throws AppError `library-missing`, `links-unreadable` */
    async scan(): Promise<void> {
      const presentBefore = context.files.present();
      const result = await folder.scan();
      for (const path of await context.readLinks()) settling.readAgain(path);
      onMoved(await settling.takeOver(result, presentBefore));
      lastScanMs = ports.clock.now();
      const scannedMs = ports.clock.steadyMs();
      noteUnseen(result.unreadable);
      scanDueMs = () =>
        scannedMs + Math.min(settings().fullScanIntervalMs, unseenFolders.length > 0 ? unseenWaitMs : Infinity);
      await options.onScanned(result, lastScanMs);
    },

    async followHints(): Promise<void> {
      // What is seen in another folder that lies in its place is not of this library, nor is it missing there.
      if (folder.hasHints() || changedPaths.size > 0 || context.missingSinceMs.size > 0) await folder.prove();
      for (const path of folder.takeHints()) {
        if (path !== linksFileName) await settling.look(path);
        // What others wrote there may give any file another key.
        else if (!(await context.areLinksOurs())) scanDueMs = () => 0;
      }
      await settling.lookForMissing(options.absenceGraceMs);
      for (const path of [...changedPaths]) {
        await settling.readChanged(path);
        changedPaths.delete(path);
      }
    },

    /** A file is not what was read of it: it is read again. */
    readChangedSoon(path: string): void {
      changedPaths.add(path);
    },

    close: folder.close,
  };
}

export type LocalDiscovery = ReturnType<typeof createLocalDiscovery>;
