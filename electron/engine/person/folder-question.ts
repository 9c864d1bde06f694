import { isCompanionName } from '../../../shared/model/cad-companions.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import type { FolderQuestionRecord } from '../../../shared/rpc/library-records.ts';
import { readMarker } from '../observe/marker.ts';
import { isLibraryFolder } from '../observe/scan.ts';
import { isOwnFolder } from '../../../shared/model/own-folder.ts';
import type { Ports } from '../ports.ts';
import { isShareRoot } from '../tree/odd-folder.ts';
import { pathIn } from '../tree/paths.ts';

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

type Counts = Omit<FolderQuestionRecord, 'isShareRoot' | 'otherLibrary'>;

/**
 * What a person is asked before a folder becomes a library: whether all of a share, or a big folder of other things, is
 * meant, and whether it may share files with another library. Those of this app are known; by its marker one is seen that
 * another app or command syncs.
 * @param folder full and canonical
 */
export async function askAboutFolder(
  { disk, clock, computer }: Pick<Ports, 'disk' | 'clock' | 'computer'>,
  folder: string,
  limits: LookLimits = lookLimits,
): Promise<FolderQuestionRecord | undefined> {
  const above = await libraryAbove(disk, folder);
  const { libraryWithin, ...counts } = await lookThrough({ disk, clock }, folder, limits);
  const isWholeShare = isShareRoot(folder, computer.folders);
  const root = above ?? libraryWithin;
  if (!isWholeShare && root === undefined && !isOfOtherThings(counts, limits)) return undefined;
  const otherLibrary = root === undefined ? {} : { otherLibrary: { root, isAbove: above !== undefined } };
  return { ...counts, isShareRoot: isWholeShare, ...otherLibrary };
}

async function libraryAbove(disk: Ports['disk'], folder: string): Promise<string | undefined> {
  let below = folder;
  for (;;) {
    const { folder: above } = disk.splitPath(below);
    if (above === below) return undefined;
    if (await hasMarker(disk, above)) return above;
    below = above;
  }
}

async function hasMarker(disk: Ports['disk'], folder: string): Promise<boolean> {
  return (await readMarker(disk.library(folder)).catch(() => undefined)) !== undefined;
}

export function isOfOtherThings(
  { drawings, others }: Pick<Counts, 'drawings' | 'others'>,
  limits: LookLimits,
): boolean {
  return others >= limits.askFromOthers && drawings < (drawings + others) * limits.usualShare;
}

/**
 * Counts what is in a folder, the nearest first, until a bound is reached. What cannot be listed is passed over.
 * @returns also the first folder within that has the marker of a library
 */
async function lookThrough(
  { disk, clock }: Pick<Ports, 'disk' | 'clock'>,
  root: string,
  limits: LookLimits,
): Promise<Counts & { readonly libraryWithin: string | undefined }> {
  const listed = disk.library(root);
  let stopWaiting = (): void => undefined;
  const timeIsUp = new Promise<'timeIsUp'>((resolve) => {
    stopWaiting = clock.after(limits.mostMs, () => resolve('timeIsUp'));
  });
  const waiting = [''];
  let [drawings, others, seen] = [0, 0, 0];
  let libraryWithin: string | undefined;
  const looked = (isAll: boolean) => ({ drawings, others, isAll, libraryWithin });
  try {
    for (const folder of waiting) {
      if (seen >= limits.mostEntries) return looked(false);
      const entries = await Promise.race([listed.list(folder).catch(() => undefined), timeIsUp]);
      if (entries === 'timeIsUp') return looked(false);
      for (const { name, kind } of entries ?? []) {
        seen += 1;
        if (isOwnFolder(name) && folder !== '' && libraryWithin === undefined) {
          const within = disk.absolute(root, folder);
          if (await hasMarker(disk, within)) libraryWithin = within;
        }
        if (kind === 'folder') {
          if (isLibraryFolder(name)) waiting.push(pathIn(folder, name));
        } else if (kind === 'file' && !isCompanionName(name)) {
          if (cadKindOf(name) === undefined) others += 1;
          else drawings += 1;
        }
      }
    }
    return looked(true);
  } finally {
    stopWaiting();
  }
}
