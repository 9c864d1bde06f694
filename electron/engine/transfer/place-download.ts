import type { FetchedVersion } from './fetch-version.ts';
import { assertNotOpen, replaceFile } from './replace-file.ts';
import { freshPath } from '../library/target-path.ts';
import type { CadFacts, FileStat, LibraryDisk } from '../ports.ts';
import type { LocalEntry } from '../tree/entries.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import { assignKey } from '../tree/assign-key.ts';
import type { FileLink } from '../tree/library-links.ts';
import { foldedPath } from '../tree/paths.ts';
import { waitsForFile } from './transfer-failures.ts';
import type { RunningEntry } from './running-entry.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Links } from '../library/links-file.ts';
import type { Placing } from '../library/placing.ts';

/** What was fetched and cannot be put in its place stays where waiting helps, and goes where it does not. */
export async function orLeave<T>(fetched: FetchedVersion, place: () => Promise<T>): Promise<T> {
  try {
    return await place();
  } catch (error) {
    if (error instanceof AppError && waitsForFile(error)) fetched.keep();
    else await fetched.discard();
    throw error;
  }
}

interface PlannedReplacement {
  readonly replaced: LocalEntry;
  readonly replacedBy: Version;
  /** @throws AppError `file-changed-meanwhile` where the file is another one's by now */
  readonly assertStill: () => void;
}

/**
 * Puts a verified download in the place of the file it was planned to replace.
 * @throws AppError `file-in-use`, `file-changed-meanwhile`, or what the disk says
 */
export async function placeOverFile(
  task: RunningEntry<ServiceSide & KeptCopies & LibraryFolder & Placing>,
  fetched: FetchedVersion,
  { replaced, replacedBy, assertStill }: PlannedReplacement,
): Promise<void> {
  const { context, entry, ports } = task;
  if (fetched.sha256 === replaced.sha256) return fetched.discard();
  await context.placeAt(replaced.path, async () => {
    await assertNotOpen(context, replaced.path);
    await replaceFile(context, fetched.path, {
      target: replaced,
      about: {
        reason: 'newerVersion',
        key: entry.key,
        replacedBy,
        ...context.trees()?.agreedAs(entry.key, replaced.sha256),
      },
      nowMs: ports.clock.now(),
      assertStill,
    });
  });
}

/**
 * A path for a key the library does not have a file of, kept from the other downloads until `release`.
 * Names are compared as the least exact disk compares them: without regard to case and to how accents are written.
 * @param wanted where the file is wanted, if nothing is known to stand there
 */
export function reservePath(
  { context, key, entry }: RunningEntry<LibraryRecords & LibraryFolder & Placing>,
  remote: RemoteItem,
  wanted?: string,
): { readonly path: string; readonly release: () => void } {
  const { reservedPaths, files, longestPath } = context;
  const isReserved = (path: string): boolean => reservedPaths.has(foldedPath(path));
  // A file that is to come back stands in the local tree as gone.
  const isGone = (path: string): boolean => files.get(path)?.goneSinceMs !== undefined;
  const isKnown = (path: string): boolean => files.get(path) !== undefined;
  // A key stands for a path where none of its file was known.
  const isPath = wanted !== undefined && wanted !== entry.key;
  const returning = isPath && !isReserved(wanted) && (!isKnown(wanted) || isGone(wanted));
  const path = returning ? wanted : freshPath(key, remote, longestPath, (path) => isReserved(path) || isKnown(path));
  reservedPaths.add(foldedPath(path));
  return { path, release: () => reservedPaths.delete(foldedPath(path)) };
}

/** A verified download that is not in its place yet, with what it says about itself. */
interface IncomingFile {
  readonly facts: CadFacts | undefined;
  /**
   * Puts it at a path where nothing stands.
   * @returns how it looks there; `undefined` where it has to be read
   * @throws AppError `target-occupied`
   */
  readonly put: (path: string) => Promise<FileStat | undefined>;
}

type NewPlaces = LibraryRecords & LibraryFolder & Links & Placing;

/** Where a download came to stand. */
export interface PlacedFile {
  readonly path: string;
  readonly stat: FileStat | undefined;
}

/**
 * Puts a verified download at a path of its own, with a link recorded first where the path alone would not name the
 * key. Where something stands there that nobody knew of, it gets another one.
 */
export async function placeAsNew(
  task: RunningEntry<NewPlaces>,
  remote: RemoteItem,
  incoming: IncomingFile,
  path: string,
): Promise<PlacedFile> {
  const { context } = task;
  const before = context.links().get(path);
  const linked = await linkWhereNeeded(task, path, incoming.facts);
  let stat: FileStat | undefined;
  try {
    stat = await context.placeAt(path, () => incoming.put(path));
  } catch (error) {
    if (linked) await context.changeLinks(new Map([[path, before]]));
    if (!(error instanceof AppError && error.code === 'target-occupied')) throw error;
    return placeElsewhere(task, remote, incoming);
  }
  const spelled = await asSpelled(context.disk, path);
  if (linked && spelled !== path) {
    await context.changeLinks(
      new Map([
        [path, undefined],
        [spelled, linked],
      ]),
    );
  }
  return { path: spelled, stat };
}

/** As the disk writes the name: some store an accent as a character of its own, and their scans tell it so. */
async function asSpelled(disk: LibraryDisk, path: string): Promise<string> {
  const decomposed = path.normalize('NFD');
  // Where that leads nowhere, the disk tells spellings apart, and keeps them.
  if (path === decomposed || !(await disk.stat(decomposed).catch(() => undefined))) return path;
  const slash = path.lastIndexOf('/') + 1;
  // What is in place stays in place: the next scan finds the other spelling.
  const entries = (await disk.list(path.slice(0, Math.max(0, slash - 1))).catch(() => undefined)) ?? [];
  const names = entries.map(({ name }) => name).filter((name) => name.normalize('NFC') === path.slice(slash));
  const [name = path.slice(slash)] = names.includes(path.slice(slash)) ? [] : names;
  return `${path.slice(0, slash)}${name}`;
}

async function placeElsewhere(
  task: RunningEntry<NewPlaces>,
  remote: RemoteItem,
  incoming: IncomingFile,
): Promise<PlacedFile> {
  const other = reservePath(task, remote);
  try {
    return await placeAsNew(task, remote, incoming, other.path);
  } finally {
    other.release();
  }
}

/**
 * Records what a download belongs to where path, declared programs and its own header would say something else: its
 * program, version and language only where they would. What was said of a file that stood there once counts as well.
 * @returns the link, where one was needed
 */
export async function linkWhereNeeded(
  { context, key, entry }: RunningEntry<LibraryRecords & Links>,
  path: string,
  facts: CadFacts | undefined,
): Promise<FileLink | undefined> {
  const isNamedBy = (link: FileLink | undefined): boolean => {
    const assignment = assignKey(path, link, facts ?? {}, context.library);
    return assignment.kind === 'assigned' && assignment.text === entry.key;
  };
  if (isNamedBy(context.links().get(path))) return undefined;
  const { applicationName: _name, applicationVersion: _version, ...classes } = key;
  // That it is in no language has to be said where its name ends as if it were in one.
  const link = [classes, key, { ...classes, languageCode: '' }].find(isNamedBy) ?? { ...key, languageCode: '' };
  await context.changeLinks(new Map([[path, link]]));
  return link;
}
