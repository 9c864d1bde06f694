import { z } from 'zod';
import { mostFilesAdded } from './intake-limits.ts';

/** What crosses between window and engine where a person brings files into a library. */

/** Bytes of the largest file that a browser may bring. */
export const largestFileBytes = 4 * 1024 ** 3;

/** What is done where a file stands already: nothing, until a person said; put in its place, which keeps the other; or next to it. */
export const ifThere = z.enum(['ask', 'replace', 'keepBoth']);
export type IfThere = z.output<typeof ifThere>;

/** Where a file is to go. */
export const placeForFile = z.object({
  libraryId: z.string().max(200),
  /** Below the library's root, with forward slashes. */
  path: z.string().min(1).max(4_096),
  ifThere,
});
export type PlaceForFile = z.output<typeof placeForFile>;

/** A CAD file of this computer that a person named, by itself or with its folder. */
export const fileToAdd = z.object({
  /** Full path on this computer. */
  from: z.string(),
  /** Its name, behind those of the folders that were named with it. */
  path: z.string(),
  sizeBytes: z.int(),
});
export type FileToAdd = z.output<typeof fileToAdd>;

export const filesToAdd = z.object({
  files: z.array(fileToAdd).max(mostFilesAdded),
  /** What is no CAD file, or is a lock, backup or temporary file of a program. */
  skipped: z.int(),
  /** Files that lie in a library already. */
  inLibrary: z.int(),
  /** CAD files beyond the number that is brought in at once. */
  beyond: z.int(),
});
export type FilesToAdd = z.output<typeof filesToAdd>;

/** `same`: these bytes stand there already. `occupied`: others do, and a person has to say. */
export const addedFile = z.object({
  outcome: z.enum(['added', 'replaced', 'same', 'occupied']),
  fileId: z.string(),
  /** Whether a person has to say what it shows before it can be sent. */
  lacksClass: z.boolean(),
  /** For taking it back. */
  additionId: z.string().optional(),
});
export type AddedFile = z.output<typeof addedFile>;
