import { readlinkSync } from 'node:fs';
import { lstat, realpath, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { codeOf } from './disk-error.ts';
import { syncFolder } from './make-durable.ts';
import { assertReal, firstNoFolder, whyElsewhere, type Place, type PlaceSystem } from './real-place.ts';
import { flushNames } from '../privacy/private-files.ts';

/**
 * A folder of a library, proven to stand where its path says: below the library's real root, with no link on the way.
 *
 * What can be promised differs. On Linux the folder is open, and names in it are reached through what is open
 * (`/proc/self/fd`): whatever comes to stand at its path meanwhile, nothing is written anywhere else. On macOS and
 * Windows, and where `/proc` is missing, Node has no way to name a file within an open folder: there the path is looked
 * up again by `assertStill` just before each step that shows, so that a link has to come into being between two calls to
 * the system, one right after the other, to be followed. The file of a download is looked for once more while it is
 * empty: no byte of it goes astray even then.
 */
export interface OpenFolder {
  /** The path by which a name in this folder is to be reached while it is open. */
  at(name: string): string;
  /** @throws AppError `link-in-library`, `library-missing`, `file-vanished` when it is another one by now */
  assertStill(): Promise<void>;
  /** Makes the names in it durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The place of the folder that holds a place. @throws AppError `unsafe-name` for the root: what holds that is no part of it */
export function placeOfFolder({ root, path }: Place): Place {
  if (path === root) throw new AppError('unsafe-name', { detail: 'The path names the library itself.' });
  return { root, path: dirname(path) };
}

/** A folder that was opened with others, or why it was not. */
type Opened = { readonly folder: OpenFolder } | { readonly error: unknown };

/**
 * Opens folders, and makes those that are not there, the roots excepted. Those that are made in the same folder at the same
 * time share the flush of its names.
 * @param places of folders, none of them twice
 * @returns for each by itself, in their order: AppError `link-in-library`, `library-missing`, else what the system says
 */
export async function openOrMakeAll(places: readonly Place[], system: PlaceSystem): Promise<Opened[]> {
  const opened = await Promise.all(places.map((at) => openIfThere(at, system)));
  const missing = places.filter((_, index) => opened[index] === undefined);
  const made = missing.length === 0 ? undefined : await makeAll(missing, system);
  return Promise.all(
    places.map(async (at, index) => opened[index] ?? made?.get(at) ?? attempt(() => openMade(at, system))),
  );
}

async function openIfThere(at: Place, system: PlaceSystem): Promise<Opened | undefined> {
  const opened = await attempt(() => openFolder(at, system));
  if ('folder' in opened || codeOf(opened.error) !== 'ENOENT') return opened;
  if (at.path !== at.root) return undefined;
  return { error: new AppError('library-missing', { detail: 'The folder is not there.', cause: opened.error }) };
}

async function openMade(at: Place, system: PlaceSystem): Promise<OpenFolder> {
  try {
    return await openFolder(at, system);
  } catch (error) {
    // What is there by its name and leads nowhere is a link.
    throw codeOf(error) === 'ENOENT' ? whyElsewhere(at) : error;
  }
}

type Failures = ReadonlyMap<Place, { readonly error: unknown }>;

/** @returns those that could not be made */
async function makeAll(places: readonly Place[], system: PlaceSystem): Promise<Failures> {
  const groups = [...Map.groupBy(places, ({ root, path }) => `${root}\0${dirname(path)}`).values()];
  const above = groups.map(([first]) => ({ root: first?.root ?? '', path: dirname(first?.path ?? '') }));
  const opened = await openOrMakeAll(above, system);
  const failures = await Promise.all(groups.map((together, index) => makeIn(opened[index], together, system)));
  return new Map(failures.flatMap((some) => [...some]));
}

async function makeIn(above: Opened | undefined, places: readonly Place[], system: PlaceSystem): Promise<Failures> {
  if (!above || 'error' in above) return new Map(places.map((place) => [place, { error: above?.error }]));
  const { folder } = above;
  const failures = new Map<Place, { readonly error: unknown }>();
  const made: string[] = [];
  try {
    for (const place of places) {
      const path = folder.at(basename(place.path));
      await folder.assertStill();
      await system.makeFolder(path).then(
        () => made.push(path),
        (error: unknown) => {
          // Another download made it meanwhile; whatever else it is shows when it is opened.
          if (codeOf(error) !== 'EEXIST') failures.set(place, { error });
        },
      );
    }
    await folder.sync();
  } catch (error) {
    for (const place of places) failures.set(place, { error });
    await takeBack(folder, made).catch(() => undefined);
  } finally {
    await folder.close().catch(() => undefined);
  }
  return failures;
}

/** Folders that were just made: the next try would find them there, and nobody would flush their names any more. */
async function takeBack(above: OpenFolder, made: readonly string[]): Promise<void> {
  for (const path of made) {
    await above.assertStill();
    await rmdir(path);
  }
}

async function attempt(open: () => Promise<OpenFolder>): Promise<Opened> {
  try {
    return { folder: await open() };
  } catch (error) {
    return { error };
  }
}

/** Opens a folder that is there. @throws AppError as `OpenFolder` says, else what the system says */
export async function openFolder(at: Place, system: PlaceSystem): Promise<OpenFolder> {
  try {
    return await (system.openedFolder === undefined ? lookUp(at, system) : openHandle(at, system, system.openedFolder));
  } catch (error) {
    throw notAFolder.has(codeOf(error) ?? '') ? whyNoFolder(at, error) : error;
  }
}

/** What systems say of a path on which something is no folder, or is a link. */
const notAFolder: ReadonlySet<string> = new Set(['ENOTDIR', 'ELOOP']);

function whyNoFolder(at: Place, cause: unknown): AppError {
  const why = whyElsewhere(at);
  if (why.code !== 'file-vanished') return why;
  const file = firstNoFolder(at);
  return new AppError('no-folder', { cause, detail: file && `${file.path} is no folder.` });
}

async function openHandle(at: Place, system: PlaceSystem, openedFolder: string): Promise<OpenFolder> {
  const handle = await system.openFolder(at.path);
  const opened = `${openedFolder}/${handle.fd}`;
  try {
    // Of no disk: the system has this at hand.
    assertReal(at, readlinkSync(opened), system);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    at: (name) => `${opened}/${name}`,
    assertStill: async () => undefined,
    sync: () => flushNames(handle),
    close: () => handle.close(),
  };
}

async function lookUp(at: Place, system: PlaceSystem): Promise<OpenFolder> {
  const assertStill = async (): Promise<void> => assertReal(at, await realpath(at.path), system);
  await assertStill();
  if (!(await lstat(at.path)).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
  return {
    at: (name) => join(at.path, name),
    assertStill,
    sync: () => syncFolder(at.path, system.platform),
    close: async () => undefined,
  };
}
