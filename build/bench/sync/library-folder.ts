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

  const write = (file: PlannedFile, revision: number): void => {
    const path = join(root, file.path);
    writeFileSync(path, cadBody({ ...file, seed: shape.seed, revision }));
    const date = firstDateSeconds + file.place * 60 + revision * laterSeconds;
    utimesSync(path, date, date);
  };
  const renameHotFolder = (moved: boolean): void => {
    rmSync(stamp, { force: true });
    const [from, to] = moved ? [hotFolder, movedFolder] : [movedFolder, hotFolder];
    if (existsSync(join(root, from))) renameSync(join(root, from), join(root, to));
  };
  const touch = (file: PlannedFile): void => {
    rmSync(stamp, { force: true });
    changed.add(file);
  };
  const forgetEngine = (): void => rmSync(join(root, '.cadlibrary'), { recursive: true, force: true });

  const isThere = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  forgetEngine();
  if (!isThere) {
    renameHotFolder(false);
    for (const path of new Set(files.map((file) => dirname(file.path))))
      mkdirSync(join(root, path), { recursive: true });
    for (const file of files) write(file, 0);
    writeFileSync(stamp, wanted);
    // What is still on its way to the disk would slow down what is measured.
    if (process.platform !== 'win32') execFileSync('sync');
  }

  return {
    root,
    shape,
    files,
    renameHotFolder,
    touch,
    change(count, revision) {
      const step = Math.max(1, Math.floor(files.length / count));
      for (let index = 0; index < count; index += 1) {
        const file = files[index * step];
        if (!file) break;
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
