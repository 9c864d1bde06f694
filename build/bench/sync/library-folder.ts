import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cadBody } from './cad-body.ts';
import { hotFolder, planLibrary, type LibraryShape, type PlannedFile } from './plan-library.ts';

/** A library on disk, and what a designer does to it. */
export interface LibraryFolder {
  readonly root: string;
  readonly shape: LibraryShape;
  readonly files: readonly PlannedFile[];
  /** Writes other bytes, with a later date, to this many files, spread over the library. */
  change(count: number, revision: number): void;
  /** Says that a file is about to be changed by somebody else, so that `restore` puts it right. */
  touch(file: PlannedFile): void;
  /** Gives the folder of many files its other name, or its first one back. */
  renameHotFolder(moved: boolean): void;
  /** Makes it what it was at the start. */
  restore(): void;
}

/** A date in the past for every file: what is measured is not how long a file has to stand still. */
const firstDateSeconds = 1_700_000_000;
/** Not whole hours: programs that know of summer time take those for no change. */
const laterSeconds = 5_000;
const movedFolder = `${hotFolder} (old)`;

/** Opens the library of this shape below a folder; one that is there already is used as it is. */
export function openLibrary(folder: string, shape: LibraryShape): LibraryFolder {
  const root = join(folder, 'libraries', shape.name);
  const stamp = `${root}.json`;
  const files = planLibrary(shape);
  const changed = new Set<PlannedFile>();
  const wanted = JSON.stringify(shape);

  const write = (file: PlannedFile, revision: number): void =>
    writeRevision(join(root, file.path), file, { seed: shape.seed, revision });
  const renameHotFolder = (moved: boolean): void => {
    rmSync(stamp, { force: true });
    const [from, to] = moved ? [hotFolder, movedFolder] : [movedFolder, hotFolder];
    if (existsSync(join(root, from))) renameSync(join(root, from), join(root, to));
  };
  const touch = (file: PlannedFile): void => {
    rmSync(stamp, { force: true });
    changed.add(file);
  };
  const forgetEngine = (): void => {
    for (const name of ['.cadlibrary', '.cadlibrary.json']) rmSync(join(root, name), { recursive: true, force: true });
  };

  const isThere = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  forgetEngine();
  if (!isThere) {
    renameHotFolder(false);
    makeFolders(root, files);
    for (const file of files) write(file, 0);
    writeFileSync(stamp, wanted);
    reachDisk();
  }

  return {
    root,
    shape,
    files,
    renameHotFolder,
    touch,
    change(count, revision) {
      for (const file of spread(files, count)) {
        touch(file);
        write(file, revision);
      }
    },
    restore() {
      renameHotFolder(false);
      for (const file of changed) write(file, 0);
      changed.clear();
      forgetEngine();
      writeFileSync(stamp, wanted);
    },
  };
}

/** So many of the files, spread over all of them. */
function spread(files: readonly PlannedFile[], count: number): readonly PlannedFile[] {
  const step = Math.max(1, Math.floor(files.length / count));
  return files.filter((_, index) => index % step === 0).slice(0, count);
}

/** What is still on its way to the disk would slow down what is measured. */
function reachDisk(): void {
  if (process.platform !== 'win32') execFileSync('sync');
}

function makeFolders(root: string, files: readonly PlannedFile[]): void {
  for (const folder of new Set(files.map(({ path }) => dirname(path)))) {
    mkdirSync(join(root, folder), { recursive: true });
  }
}

function writeRevision(path: string, file: PlannedFile, from: { seed: number; revision: number }): void {
  writeFileSync(path, cadBody({ ...file, ...from }));
  const date = firstDateSeconds + file.place * 60 + from.revision * laterSeconds;
  utimesSync(path, date, date);
}
