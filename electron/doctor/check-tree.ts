import { opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownFolder } from '../../shared/model/own-folder.ts';
import { driveKindOf } from '../platform/drive-kind.ts';
import type { Found } from './checks.ts';
import type { ExaminedLibrary } from '../engine/application/examined-state.ts';

export async function driveFinding({ root }: ExaminedLibrary): Promise<Found> {
  const kind = await driveKindOf(root);
  return { finding: kind === 'network' ? { code: 'networkDrive' } : { code: 'drive', kind }, about: root };
}

/** Symbolic links and junctions: nothing is read or written through them. */
export async function linksFinding({ root }: ExaminedLibrary, signal: AbortSignal): Promise<Found> {
  const { links, firstLink } = await countTree(root, signal);
  if (links === 0) return { finding: { code: 'linksNone' }, about: root };
  return { finding: { code: 'linksInTheWay', count: links }, about: firstLink };
}

/** Linux watches each folder by itself, and allows only so many for all programs of a user. */
const limitFile = '/proc/sys/fs/inotify/max_user_watches';

export async function watchingFinding({ root }: ExaminedLibrary, signal: AbortSignal): Promise<Found> {
  if (process.platform !== 'linux') return { finding: { code: 'watchingWhole' }, about: root };
  const limit = Number(await readFile(limitFile, 'utf8'));
  const { folders } = await countTree(root, signal);
  const code = folders >= limit ? 'watchingTooFew' : folders * 2 > limit ? 'watchingTight' : 'watchingEnough';
  return { finding: { code, folders, limit }, about: root };
}

interface Tree {
  folders: number;
  links: number;
  firstLink: string | undefined;
}

async function countTree(root: string, signal: AbortSignal): Promise<Tree> {
  const tree: Tree = { folders: 0, links: 0, firstLink: undefined };
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined && !signal.aborted; folder = waiting.pop()) {
    tree.folders += 1;
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) {
        tree.links += 1;
        tree.firstLink ??= path;
      } else if (entry.isDirectory() && entry.name !== ownFolder) waiting.push(path);
    }
  }
  return tree;
}
