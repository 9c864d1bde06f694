import { isWithheld } from '../state/local-file.ts';
import { createFileReading, type FileReadingOptions } from './file-reading.ts';
import { createPathLooks } from './path-looks.ts';
import { createScanTakeOver } from './scan-take-over.ts';
import { createUnreadFiles, type UnreadFile } from './unread-files.ts';

/** Follows files from "seen changed" until they were read: hashed, inspected and given their key. */
export function createSettling(options: FileReadingOptions) {
  const { ports, context, quietTimeMs } = options;
  const { files } = context;
  const unread = createUnreadFiles(ports.clock, quietTimeMs, options.isDatedHere);
  const { readReady } = createFileReading(options, unread);
  const { takeOver, forgetIgnored } = createScanTakeOver(ports, context, unread, options.tell);

  return {
    /** Files on their way to being read. */
    count: unread.count,

    moving: unread.moving,

    /** What the reading of a file waits for; `undefined` for a file that is not to be read. */
    readingOf: (path: string): Readonly<Pick<UnreadFile, 'waitsFor' | 'dueMs'>> | undefined => unread.get(path),

    nextDueMs: unread.nextDueMs,

    takeTouchedPaths: unread.takeTouchedPaths,

    ...createPathLooks({ ports, context, unread }),

    /** Whether a file was missed since the last scan: only another one proves that it is gone. */
    hasMissed: unread.hasMissed,

    takeMissed: unread.takeMissed,

    takeOver,

    /** Gives a file that has settled its key again: what it belongs to may have changed. */
    readAgain(path: string): void {
      const file = files.get(path);
      if (!file || file.goneSinceMs !== undefined || isWithheld(file) || (!file.settled && unread.has(path))) return;
      unread.readNow(path, file, quietTimeMs());
    },

    /** Other files are ignored than before. @returns dirty keys */
    ignoredChanged: forgetIgnored,

    readReady,
  };
}

export type Settling = ReturnType<typeof createSettling>;
