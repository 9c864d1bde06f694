import { isCompanionName } from '../../../shared/model/cad-companions.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import type { FolderQuestionRecord } from '../../../shared/rpc/library-records.ts';
import { ownFolder } from '../tree/own-folder.ts';
import type { LibraryDisk, Ports } from '../ports.ts';
import { isShareRoot } from '../tree/odd-folder.ts';
import { pathIn } from '../tree/folder-of.ts';

/** How far is looked into a folder before a person is asked about it, and what is asked about. */
interface LookLimits {
  readonly mostEntries: number;
  readonly mostMs: number;
  /** So many files that are no drawings are asked about … */
  readonly askFromOthers: number;
  /** … unless drawings are this share of the files, 0 … 1. */
  readonly usualShare: number;
}

export const lookLimits: LookLimits = { mostEntries: 20_000, mostMs: 3_000, askFromOthers: 1_000, usualShare: 0.1 };

type Counts = Omit<FolderQuestionRecord, 'isShareRoot'>;

/**
 * What a person is asked before a folder becomes a library: whether all of a share, or a big folder of other things, is
 * meant.
 * @param folder full and canonical
 */
export async function askAboutFolder(
  { disk, clock, computer }: Pick<Ports, 'disk' | 'clock' | 'computer'>,
  folder: string,
  limits: LookLimits = lookLimits,
): Promise<FolderQuestionRecord | undefined> {
  const counts = await lookThrough(disk.library(folder), clock, limits);
  const isWholeShare = isShareRoot(folder, computer.folders);
  return isWholeShare || isOfOtherThings(counts, limits) ? { ...counts, isShareRoot: isWholeShare } : undefined;
}

export function isOfOtherThings(
  { drawings, others }: Pick<Counts, 'drawings' | 'others'>,
  limits: LookLimits,
): boolean {
  return others >= limits.askFromOthers && drawings < (drawings + others) * limits.usualShare;
}

/** Counts what is in a folder, the nearest first, until a bound is reached. What cannot be listed is passed over. */
async function lookThrough(disk: LibraryDisk, clock: Ports['clock'], limits: LookLimits): Promise<Counts> {
  let stopWaiting = (): void => undefined;
  const timeIsUp = new Promise<'timeIsUp'>((resolve) => {
    stopWaiting = clock.after(limits.mostMs, () => resolve('timeIsUp'));
  });
  const waiting = [''];
  let [drawings, others, seen] = [0, 0, 0];
  try {
    for (const folder of waiting) {
      if (seen >= limits.mostEntries) return { drawings, others, isAll: false };
      const entries = await Promise.race([disk.list(folder).catch(() => undefined), timeIsUp]);
      if (entries === 'timeIsUp') return { drawings, others, isAll: false };
      for (const { name, kind } of entries ?? []) {
        seen += 1;
        if (isCompanionName(name) || name === ownFolder) continue;
        if (kind === 'folder') waiting.push(pathIn(folder, name));
        else if (kind === 'file' && cadKindOf(name) !== undefined) drawings += 1;
        else if (kind === 'file') others += 1;
      }
    }
    return { drawings, others, isAll: true };
  } finally {
    stopWaiting();
  }
}
