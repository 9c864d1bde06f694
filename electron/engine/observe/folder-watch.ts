import { toAppError } from '../../../shared/errors/app-error.ts';
import { isCompanionName } from '../../../shared/model/cad-companions.ts';
import type { LibraryDisk, Ports } from '../ports.ts';
import type { Library } from '../state/libraries.ts';
import type { IgnoreRules } from '../tree/ignore-rules.ts';
import { linksFileName } from '../tree/library-links.ts';
import { readMarker, writeMarker } from './marker.ts';
import { expectLibrary, isLibraryPath, scan, type ScanResult } from './scan.ts';

/** Looks at one library's folder: scans it with proof that it is the library, and hears the watcher's hints. */
export function createFolderWatch(options: {
  readonly ports: Ports;
  readonly library: Library;
  readonly disk: LibraryDisk;
  readonly ignored: () => IgnoreRules;
  readonly signal: AbortSignal;
  readonly onMarker: (markerId: string) => void;
}) {
  const { ports, library, disk, signal } = options;
  const hints = new Set<string>();
  let markerId = library.markerId;
  let stop: (() => Promise<void>) | undefined;
  /** When the last look began that proved the folder, by the steady clock. */
  let provedMs = -Infinity;
  let proving: Promise<void> | undefined;

  /** A library gets its marker at the first scan; a folder that cannot be written to does without. */
  async function ensureMarker(): Promise<void> {
    if (markerId !== undefined || !(await disk.list(''))) return;
    const found = await readMarker(disk);
    const id = found ?? ports.newId();
    try {
      if (found === undefined) await writeMarker(disk, id);
    } catch (error) {
      ports.log('warn', 'No marker can be written', { library: library.name, cause: toAppError(error).code });
      return;
    }
    markerId = id;
    options.onMarker(id);
  }

  async function lookForProof(): Promise<void> {
    const beganMs = ports.clock.steadyMs();
    provedMs = -Infinity;
    await expectLibrary(disk, markerId);
    provedMs = beganMs;
  }

  const sayThatScansGoOn = (message: string, cause: unknown): void =>
    ports.log('warn', `${message}; the hourly scan goes on`, { library: library.name, cause: String(cause) });

  return {
    hasHints: (): boolean => hints.size > 0,

    takeHints(): string[] {
      const paths = [...hints];
      hints.clear();
      return paths;
    },

    /** @throws AppError `library-missing` */
    async scan(): Promise<ScanResult> {
      await ensureMarker();
      // What is hinted at from here on may have happened behind the scan's back.
      hints.clear();
      const result = await scan(disk, markerId, options.ignored(), signal);
      if (result.unreadable.length > 0) {
        ports.log('warn', 'Folders could not be read', { library: library.name, folders: result.unreadable.length });
      }
      return result;
    },

    /**
     * Looks whether the folder is still the library.
     * @param atMostMsAgo a look that began so long ago, or is under way, is good enough
     * @throws AppError `library-missing`, `library-unproven`
     */
    async prove(atMostMsAgo = 0): Promise<void> {
      if (ports.clock.steadyMs() - provedMs < atMostMsAgo) return;
      if (atMostMsAgo === 0) return lookForProof();
      proving ??= lookForProof().finally(() => (proving = undefined));
      await proving;
    },

    /** @param onHint `everything` when only a scan can tell what happened */
    async start(onHint: (everything: boolean) => void): Promise<void> {
      const hear = (path: string): void => {
        // Temp, lock and backup files come and go with every save and download.
        if (path !== '' && isCompanionName(path.slice(path.lastIndexOf('/') + 1))) return;
        if (path !== '' && options.ignored().ignoresFile(path)) return;
        const everything = path === '' || (path !== linksFileName && !isLibraryPath(path));
        if (!everything) hints.add(path);
        onHint(everything);
      };
      try {
        stop = await ports.watcher.watch(library.root, hear, (cause) => sayThatScansGoOn('Watching failed', cause));
      } catch (cause) {
        sayThatScansGoOn('The folder cannot be watched', cause);
      }
    },

    close: async (): Promise<void> => stop?.(),
  };
}
