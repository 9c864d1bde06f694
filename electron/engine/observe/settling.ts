import { isWithheld } from '../state/local-file.ts';
import type { ScanDifference } from './compare-scan.ts';
import { createFileReading, type FileReadingOptions } from './file-reading.ts';
import { createPathLooks } from './path-looks.ts';
import { forgetIgnored, takeOver } from './scan-take-over.ts';
import { createUnreadFiles, type UnreadFile } from './unread-files.ts';

/** Follows files from "seen changed" until they were read: hashed, inspected and given their key. */
export function createSettling(options: FileReadingOptions) {
  const { ports, context, quietTimeMs } = options;
  const { files } = context;
  const unread = createUnreadFiles(ports.clock, quietTimeMs, options.isDatedHere);
  const { count, moving, nextDueMs, takeTouchedPaths, hasMissed, takeMissed } = unread;
  const ground = { ...options, unread };

  return {
    ...{ count, moving, nextDueMs, takeTouchedPaths, hasMissed, takeMissed },
    ...createPathLooks(ground),
    ...createFileReading(options, unread),

    /** What the reading of a file waits for; `undefined` for a file that is not to be read. */
    readingOf: (path: string): Readonly<Pick<UnreadFile, 'waitsFor' | 'dueMs'>> | undefined => unread.get(path),

    takeOver: (difference: ScanDifference) => takeOver(ground, difference),

    /** Gives a file that has settled its key again: what it belongs to may have changed. */
    readAgain(path: string): void {
      const file = files.get(path);
      if (!file || file.goneSinceMs !== undefined || isWithheld(file) || (!file.settled && unread.has(path))) return;
      unread.readNow(path, file, quietTimeMs());
    },

    /** Other files are ignored than before. */
    ignoredChanged: (): unknown => forgetIgnored(ground),
  };
}
