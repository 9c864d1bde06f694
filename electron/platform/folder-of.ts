import { basename } from 'node:path';
import type { DiskSystem } from './disk-system.ts';
import { openFolder, openOrMakeAll, placeOfFolder, type OpenFolder } from './open-folder.ts';
import type { Place, PlaceSystem } from './real-place.ts';
import { makeFolder } from './writing/put.ts';

/** Where a file stands or is to stand, with its folder open. */
export interface OpenPlace {
  readonly folder: OpenFolder;
  /** The path by which the file is reached. */
  readonly file: string;
}

type Use<T> = (place: OpenPlace) => Promise<T>;

/**
 * Opens the folder that holds a place, and does what `use` says.
 * @throws AppError `link-in-library`, `library-missing`, `unsafe-name` for the root itself, else what the system says
 */
export async function withFolderOf<T>(place: Place, system: PlaceSystem, use: Use<T>): Promise<T> {
  return inFolder(await openFolder(placeOfFolder(place), system), place, use);
}

/**
 * The same, where folders that are not there are made, the root excepted: where it is missing, its drive is not there, and
 * what was written would be lost behind it.
 */
export async function withMadeFolderOf<T>(place: Place, system: DiskSystem, use: Use<T>): Promise<T> {
  const at = placeOfFolder(place);
  if (at.path !== at.root) await makeFolder(at, system);
  const [opened] = await openOrMakeAll([at], system);
  if (!opened || 'error' in opened) throw opened?.error;
  return inFolder(opened.folder, place, use);
}

async function inFolder<T>(folder: OpenFolder, { path }: Place, use: Use<T>): Promise<T> {
  try {
    return await use({ folder, file: folder.at(basename(path)) });
  } finally {
    await folder.close();
  }
}
