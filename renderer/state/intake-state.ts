import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { AddedFile } from '../../shared/rpc/intake-records.ts';
import type { Brought, BroughtFile, LeftOut } from '../connect/brought-files.ts';

/** A file, and the library that it is for. */
export interface PlacedFile {
  readonly file: BroughtFile;
  readonly libraryId: string;
}

/** How far what a person brought in is. */
export interface IntakeState {
  readonly phase: 'none' | 'looking' | 'where' | 'adding' | 'asking';
  /** What was found beside the files to add; undefined until something was looked at. */
  readonly leftOut: LeftOut | undefined;
  /** Those of which a person has to say which library they are for. */
  readonly unplaced: readonly BroughtFile[];
  /** How many have a library, and how large they are together. */
  readonly count: number;
  readonly sizeBytes: number;
  readonly doneCount: number;
  readonly doneBytes: number;
  /** The library that files are added to now. */
  readonly libraryId: string | undefined;
  /** Of the file that is being added. */
  readonly current: { readonly sizeBytes: number; readonly done: number };
  /** Those in whose place another file stands. */
  readonly occupied: readonly PlacedFile[];
  readonly failed: readonly { readonly path: string; readonly error: ErrorRecord | undefined }[];
  readonly sameCount: number;
  /** Those of which a person has to say what they show. */
  readonly lackingClass: readonly string[];
  readonly additionIds: readonly string[];
  /** The libraries that those were added to. */
  readonly addedTo: readonly string[];
}

export const atRest: IntakeState = {
  phase: 'none',
  leftOut: undefined,
  unplaced: [],
  count: 0,
  sizeBytes: 0,
  doneCount: 0,
  doneBytes: 0,
  libraryId: undefined,
  current: { sizeBytes: 0, done: 0 },
  occupied: [],
  failed: [],
  sameCount: 0,
  lackingClass: [],
  additionIds: [],
  addedTo: [],
};

/** Whether something is left to be said by a person, or to them. */
export function isAsking({ count, leftOut, occupied, failed, lackingClass }: IntakeState): boolean {
  return occupied.length + failed.length + lackingClass.length > 0 || (leftOut !== undefined && count === 0);
}

/** Of all bytes how much is there, 0 … 1. */
export function progressOf({ sizeBytes, doneBytes, current }: IntakeState): number {
  return sizeBytes === 0 ? 0 : Math.min(1, (doneBytes + current.sizeBytes * current.done) / sizeBytes);
}

export function withLeftOut({ leftOut }: IntakeState, { skipped, inLibrary, beyond }: Brought): Partial<IntakeState> {
  const before = leftOut ?? { skipped: 0, inLibrary: 0, beyond: 0 };
  return {
    leftOut: {
      skipped: before.skipped + skipped,
      inLibrary: before.inLibrary + inLibrary,
      beyond: before.beyond + beyond,
    },
  };
}

/** @param sign -1: nobody wants them added any more */
export function withPlaced({ count, sizeBytes }: IntakeState, files: readonly BroughtFile[], sign: 1 | -1 = 1) {
  return { count: count + sign * files.length, sizeBytes: sizeBytes + sign * bytesOf(files) };
}

/** @param sign -1: they are added once more, as a person said how */
export function withDone({ doneCount, doneBytes }: IntakeState, files: readonly BroughtFile[], sign: 1 | -1 = 1) {
  return { doneCount: doneCount + sign * files.length, doneBytes: doneBytes + sign * bytesOf(files) };
}

export function withAdded(now: IntakeState, placed: PlacedFile, added: AddedFile): Partial<IntakeState> {
  const { outcome, additionId, fileId, lacksClass } = added;
  if (outcome === 'occupied') return { occupied: [...now.occupied, placed] };
  if (outcome === 'same') return { sameCount: now.sameCount + 1 };
  if (additionId === undefined) return {};
  return {
    additionIds: [...now.additionIds, additionId],
    addedTo: [...new Set([...now.addedTo, placed.libraryId])],
    lackingClass: lacksClass ? [...new Set([...now.lackingClass, fileId])] : now.lackingClass,
  };
}

function bytesOf(files: readonly BroughtFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
