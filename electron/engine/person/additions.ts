import { AppError } from '../../../shared/errors/app-error.ts';
import { mostFilesAdded } from '../../../shared/rpc/intake-limits.ts';
import type { AddedFile, FilesToAdd, PlaceForFile } from '../../../shared/rpc/intake-records.ts';
import type { LibraryKeeper } from '../cycle/resting-libraries.ts';
import type { Runners } from '../cycle/runners.ts';
import { isLibraryFile, isLibraryFolder } from '../observe/scan.ts';
import type { LibraryDisk, Ports } from '../ports.ts';
import { fileIdOf, nameOf, pathIn } from '../tree/paths.ts';
import type { Libraries } from '../state/libraries.ts';
import { assignKey, isMissingClass } from '../tree/assign-key.ts';
import { libraryHolding } from '../tree/library-holding.ts';
import { addFile, type Addition } from './add-file.ts';
import { noteStanding } from './put-back.ts';
import { takeBackAddition } from './take-away.ts';

interface AdditionsParts {
  readonly ports: Pick<Ports, 'disk' | 'clock' | 'newId'>;
  readonly libraries: Pick<Libraries, 'all'>;
  readonly runners: Pick<Runners, 'keeperOf'>;
}

/** So many additions can be taken back, the latest ones. */
const keptAtMost = 2 * mostFilesAdded;

/** Files that a person brings into libraries; they can be taken back for as long as the engine runs. */
export function createAdditions({ ports, libraries, runners }: AdditionsParts) {
  const done = new Map<string, Addition & { readonly libraryId: string }>();

  /**
   * Puts a file into a library.
   * @throws AppError `library-missing`, `library-unproven`, and see `addFile`
   */
  async function add(
    { libraryId, path, ifThere }: PlaceForFile,
    source: { readonly bytes: AsyncIterable<Uint8Array>; readonly sizeBytes: number },
  ): Promise<AddedFile> {
    const keeper = runners.keeperOf(libraryId);
    await keeper.prove();
    const now = { newId: ports.newId(), nowMs: ports.clock.now() };
    const addition = await addFile(keeper.context, { path, ifThere, ...source }, now);
    const fileId = fileIdOf(libraryId, addition.path);
    const added = { outcome: addition.outcome, fileId, lacksClass: isWithoutClass(keeper, addition.path) };
    if (addition.sha256 === undefined) return added;
    const additionId = ports.newId();
    done.set(additionId, { libraryId, ...addition });
    for (const oldest of [...done.keys()].slice(0, -keptAtMost)) done.delete(oldest);
    // It is there by now, and what cannot be noted of it is found by the next look at the folder.
    await noteStanding(keeper, addition.path, ports.clock.now()).catch(() => undefined);
    return { ...added, additionId };
  }

  return {
    add,

    /**
     * The same for a file of this computer.
     * @param signal nobody wants it any more
     * @throws AppError `file-unreadable`, `file-vanished`
     */
    async addFrom(from: string, place: PlaceForFile, signal: AbortSignal | undefined): Promise<AddedFile> {
      const { folder, name } = await placeOf(from, ports.disk);
      const disk = ports.disk.library(folder);
      const stat = await disk.stat(name);
      if (stat?.kind !== 'file') throw new AppError('file-vanished', { detail: `${from} is no file any more.` });
      return add(place, { bytes: until(signal, disk.read(name).bytes), sizeBytes: stat.sizeBytes });
    },

    /** The CAD files at these places of this computer, and in these folders and below. */
    async look(paths: readonly string[]): Promise<FilesToAdd> {
      const found: FilesToAdd = { files: [], skipped: 0, inLibrary: 0, beyond: 0 };
      for (const path of paths) {
        const place = await placeOf(path, ports.disk);
        const absolute = ports.disk.absolute(place.folder, place.name);
        if (libraryHolding(libraries.all(), absolute, ports.disk.ignoresCase)) found.inLibrary += 1;
        else await lookAt(place, ports.disk, found);
      }
      return found;
    },

    /**
     * Takes additions back. What was changed since stays; what cannot be moved now, as it is open in a program, stays too and
     * can be taken back later.
     * @returns how many were taken back
     * @throws AppError `library-missing`, `library-unproven`
     */
    async undo(additionIds: readonly string[]): Promise<number> {
      let count = 0;
      for (const additionId of additionIds) {
        const addition = done.get(additionId);
        const isBack = addition && (await takeBack(runners.keeperOf(addition.libraryId), addition, ports.clock.now()));
        if (isBack !== 'notNow') done.delete(additionId);
        if (isBack === true) count += 1;
      }
      return count;
    },
  };
}

async function takeBack(keeper: LibraryKeeper, addition: Addition, nowMs: number): Promise<boolean | 'notNow'> {
  await keeper.prove();
  const isBack = await takeBackAddition(keeper.context, addition, nowMs).catch(() => 'notNow' as const);
  if (isBack === true) await noteStanding(keeper, addition.path, nowMs);
  return isBack;
}

/** Before it was read only its path and its link can tell its classes. */
function isWithoutClass({ context }: LibraryKeeper, path: string): boolean {
  const assignment = assignKey(path, context.links().get(path), {}, context.library);
  return assignment.kind === 'unassigned' && isMissingClass(assignment.missing);
}

type PathParts = ReturnType<Ports['disk']['splitPath']>;

/** A person may name a file through a link to its folder, or through the letter of a drive, and so may programs. */
async function placeOf(named: string, disk: Pick<Ports['disk'], 'splitPath' | 'canonicalFolder'>): Promise<PathParts> {
  const { folder, name } = disk.splitPath(named);
  return { folder: (await disk.canonicalFolder(folder)) ?? folder, name };
}

async function lookAt(
  { folder, name }: PathParts,
  disk: Pick<Ports['disk'], 'library' | 'absolute'>,
  found: FilesToAdd,
) {
  const from = disk.library(folder);
  const waiting = [name];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const stat = await from.stat(path);
    if (stat?.kind === 'folder' && isLibraryFolder(nameOf(path))) waiting.push(...(await namesIn(from, path)));
    else if (stat?.kind !== 'file' || !isLibraryFile(nameOf(path))) found.skipped += 1;
    else if (found.files.length >= mostFilesAdded) found.beyond += 1;
    else found.files.push({ from: disk.absolute(folder, path), path, sizeBytes: stat.sizeBytes });
  }
}

async function namesIn(disk: LibraryDisk, folder: string): Promise<string[]> {
  const entries = (await disk.list(folder)) ?? [];
  return entries.flatMap(({ name, isGarbled }) => (isGarbled || name.startsWith('.') ? [] : [pathIn(folder, name)]));
}

/** Breaks off where nobody wants the bytes any more. */
async function* until(signal: AbortSignal | undefined, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    signal?.throwIfAborted();
    yield chunk;
  }
}
