import { z } from 'zod';
import { mostAssignedAtOnce } from './assignment-limits.ts';

/** What crosses between window and engine where a person says of many files at once what they show. */

/** Which files a person is asked about. */
export const assignScope = z.discriminatedUnion('of', [
  /** A file without classes, and the others without in its folder and below. */
  z.object({ of: z.literal('folder'), fileId: z.string() }),
  /** The files with the content key of this one. */
  z.object({ of: z.literal('rivals'), fileId: z.string() }),
  /** These, of one library. */
  z.object({ of: z.literal('files'), fileIds: z.array(z.string()).min(1).max(mostAssignedAtOnce) }),
]);
export type AssignScope = z.output<typeof assignScope>;

const classPair = z.object({
  etimClassCode: z.string().max(16),
  etimClassVersion: z.string().max(16),
  modellingClassCode: z.string().max(16),
  modellingClassVersion: z.string().max(16),
});

export const assignQuestion = z.object({
  scope: assignScope,
  /** With these, `taken` is answered. */
  classes: classPair.optional(),
});

export type AssignQuestion = z.output<typeof assignQuestion>;

const fileToAssign = z.object({
  fileId: z.string(),
  name: z.string(),
  /** Below the library's root; empty for the root. */
  folder: z.string(),
  /**
   * Program, version and language. Of files with one class pair, one place and one content type only one can be sent;
   * one without a place cannot, whatever its classes are.
   */
  place: z.string().optional(),
  /** It has no place, because the library is not for its program or the version that it needs. */
  isOfOtherProgram: z.boolean(),
  /** What a person said that it is, else what it seems to be. */
  contentType: z.string(),
});
export type FileToAssign = z.output<typeof fileToAssign>;

/** The first files of a scope, by path; `total` are all. */
export const filesToAssign = z.object({
  total: z.int(),
  rows: z.array(fileToAssign).max(mostAssignedAtOnce),
  /** What files outside the scope have taken of the class pair asked about. */
  taken: z.array(fileToAssign.pick({ place: true, contentType: true })),
});
export type FilesToAssign = z.output<typeof filesToAssign>;
