import { z } from 'zod';
import { fileColumns } from './file-columns.ts';
import { fileFilter, fileRecord } from './file-records.ts';

/** In which order files are listed; without one they are by class. */
const fileSort = z.object({ column: z.enum(fileColumns), descending: z.boolean() });
export type FileSort = z.output<typeof fileSort>;

/** Which files are listed, and in which order. */
export const fileQuestion = z.object({
  libraryId: z.string().optional(),
  filter: fileFilter,
  search: z.string().max(200),
  sort: fileSort.optional(),
});
export type FileQuestion = z.output<typeof fileQuestion>;

/** As much of a file as what can be done with many of them needs. */
export const chosenFile = fileRecord.pick({
  fileId: true,
  libraryId: true,
  name: true,
  state: true,
  sizeBytes: true,
  key: true,
  version: true,
  theirVersion: true,
  isPublishable: true,
});
export type ChosenFile = z.output<typeof chosenFile>;
