import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Ports } from '../ports.ts';
import type { LibraryContext } from '../library/library-context.ts';
import type { PresentFile, Reading } from '../state/local-file.ts';
import { assignKey, linkAfterMove } from '../tree/assign-key.ts';
import type { FileLink } from '../tree/library-links.ts';
import { compareScan } from './compare-scan.ts';
import { recognizeMoves, type MovedFile } from './moved-files.ts';
import { isAsKnown, sameOutside } from './same-outside.ts';
import type { ScanResult, Withheld } from './scan.ts';
import type { UnreadFiles } from './unread-files.ts';

/** Brings the local tree to what a whole scan shows: files gone, moved, withheld, ignored, or to be read. */
export function createScanTakeOver(ports: Ports, context: LibraryContext, unread: UnreadFiles) {
  const { files, library } = context;

  const isIgnored = (path: string): boolean => context.ignoreRules().ignoresFile(path);

  const noteGone = (path: string, nowMs: number): ContentKeyText | undefined => {
    unread.drop(path);
    const known = files.get(path);
    if (!known) return undefined;
    unread.touch(path);
    if (known.key === undefined) files.forget(path);
    else {
      files.noteGone(path, nowMs);
      context.missingSinceMs.set(path, nowMs);
    }
    return known.key;
  };

  /** What is ignored is no longer known of, and that says nothing of its being there. @returns keys concerned */
  function forgetIgnored(): ContentKeyText[] {
    if (context.ignoreRules().isEmpty) return [];
    const ignored = files.paths().filter(isIgnored);
    const keys = ignored.map((path) => files.get(path)?.key);
    ports.database.transaction(() => {
      for (const path of ignored) {
        unread.drop(path);
        files.forget(path);
      }
    });
    return keys.filter((key) => key !== undefined);
  }

  /** What cannot take part stands in the tree with why, and no longer than that is so. */
  function takeWithheld(withheld: ReadonlyMap<string, Withheld>): void {
    const before = files.withheldPaths();
    if (before.length === 0 && withheld.size === 0) return;
    const nowMs = ports.clock.now();
    ports.database.transaction(() => {
      for (const path of before) {
        if (withheld.has(path)) continue;
        files.forget(path);
        unread.touch(path);
      }
      for (const [path, { stat, problem }] of withheld) {
        unread.drop(path);
        if (files.get(path)?.problem?.code === problem.code && before.includes(path)) continue;
        files.noteRead(path, stat, { problem }, nowMs);
        unread.touch(path);
      }
    });
  }

  /** A link says what a file is, so it goes where the file goes: before anything relies on it. */
  async function moveLinks(moves: readonly MovedFile[]): Promise<void> {
    const changes = new Map<string, FileLink | undefined>();
    for (const { from, path } of moves) {
      const link = context.links().get(from.path);
      if (link === undefined) continue;
      changes.set(from.path, undefined);
      changes.set(path, linkAfterMove(link, from.path, path));
    }
    if (changes.size > 0) await context.changeLinks(changes);
  }

  function takeMoved({ from, path, stat }: MovedFile, nowMs: number): ContentKeyText | undefined {
    const { program, programVersion } = from;
    const header = { applicationVersion: programVersion };
    const assignment = assignKey(path, context.links().get(path), header, library);
    const about = { program, programVersion };
    const reading: Reading =
      assignment.kind === 'assigned'
        ? {
            ...about,
            key: assignment.text,
            sha256: from.sha256,
            rereadDueMs: from.rereadDueMs,
            fetchedFrom: from.fetchedFrom,
          }
        : { ...about, missing: assignment.missing };
    // It was of no class before, so its bytes were not read.
    if (reading.key !== undefined && from.sha256 === undefined) {
      files.noteChanged(path, stat, nowMs);
      unread.watch(path, stat);
      return undefined;
    }
    unread.drop(path);
    files.noteRead(path, stat, reading, nowMs);
    unread.touch(path);
    return reading.key;
  }

  return {
    forgetIgnored,

    /**
     * Compares a whole scan with the local tree. Files that were only moved keep what was read of them, and their links
     * go with them.
     * @param presentBefore what the local tree held when the scan began: a download that was put in place meanwhile
     * may rightly not be in it
     * @returns keys whose ground moved
     */
    takeOver: async (
      result: ScanResult,
      presentBefore: ReadonlyMap<string, PresentFile>,
    ): Promise<ContentKeyText[]> => {
      const forgotten = forgetIgnored();
      takeWithheld(result.withheld);
      const { missing, different } = compareScan(result, presentBefore);
      const gone = missing.map((path) => files.get(path)).filter((file) => file !== undefined);
      const moves = recognizeMoves(
        gone,
        different.filter(
          ([path]) => !isIgnored(path) && !presentBefore.get(path)?.settled && files.get(path)?.sha256 === undefined,
        ),
      );
      await moveLinks(moves);
      const nowMs = ports.clock.now();
      const keys: (ContentKeyText | undefined)[] = [];
      const taken = new Set(moves.map(({ path }) => path));
      ports.database.transaction(() => {
        for (const [path, stat] of different) {
          const file = files.get(path);
          if (taken.has(path) || isIgnored(path) || (file && isAsKnown(file, stat))) continue;
          if (file && !file.settled && unread.has(path) && sameOutside(file, stat)) continue;
          files.noteChanged(path, stat, nowMs);
          unread.watch(path, stat);
        }
        for (const move of moves) keys.push(takeMoved(move, nowMs));
        for (const file of gone) if (file.goneSinceMs === undefined) keys.push(noteGone(file.path, nowMs));
      });
      return [...forgotten, ...keys.filter((key) => key !== undefined)];
    },
  };
}
