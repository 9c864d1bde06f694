import { lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { keepPrivate } from '../privacy/private-files.ts';

/** Disks lose bytes without a trace: however well the last run ended, all of the state is read once in this time. */
const checkedAgainMs = 86_400_000;

const closedState = z.object({
  /** The outside of the database's file, by which a change that somebody else made shows. */
  outside: z.string(),
  /** When all of it was last checked. */
  checkedMs: z.number(),
});

/**
 * What a run that ended in good order says of the state it left, in a file of its own that is there only while nobody has
 * the state open: a run that finds its word true need not check all of the state again.
 * @param file of the state database
 */
export function createClosedNote(file: string) {
  const noteFile = file.replace(/\.db$/, '.closed');
  // A folder of that name is nobody's note, and not ours to remove. A link may lead to what is another's, or to itself.
  const isThere = (): boolean => lstatSync(noteFile, { throwIfNoEntry: false })?.isFile() === true;

  return {
    /**
     * When all of the database was last checked, if it stands as a run left it that ended in good order, lately enough;
     * else `undefined`. To be asked before anybody opens it.
     */
    checkedMs(nowMs: number): number | undefined {
      const note = isThere() ? readNote(noteFile) : undefined;
      if (!note || note.outside !== outsideOf(file) || outsideOf(`${file}-wal`) !== undefined) return undefined;
      const agoMs = nowMs - note.checkedMs;
      return agoMs >= 0 && agoMs < checkedAgainMs ? note.checkedMs : undefined;
    },

    /** Whether the last run closed the database in good order, however long ago. */
    isThere,

    /** The database is about to be opened: whoever does not come to its end leaves no word. */
    forget(): void {
      if (isThere()) rmSync(noteFile, { force: true });
    },

    /** The database was closed in good order. Where that cannot be noted, the next run checks it. */
    write(checkedMs: number): void {
      const outside = outsideOf(file);
      if (outside === undefined) return;
      try {
        // Through a link, what it leads to would be written over.
        rmSync(noteFile, { force: true });
        keepPrivate(noteFile);
        writeFileSync(noteFile, JSON.stringify({ outside, checkedMs }));
      } catch {
        // A disk without room, or that was taken away.
      }
    },
  };
}

function readNote(noteFile: string): z.output<typeof closedState> | undefined {
  try {
    return closedState.parse(JSON.parse(readFileSync(noteFile, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Nobody can write to a file, or put another in its place, so that all of this stays as it was. */
function outsideOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}
