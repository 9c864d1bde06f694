import { z } from 'zod';
import { errorRecord } from './error-record.ts';
import { heldBackRecord } from './held-back-record.ts';
import { librarySettingsSchema } from './library-settings.ts';
import { declaredPrograms } from './program-record.ts';
import { standings } from './standings.ts';

/** What crosses between window and engine about whole libraries, and what a person is asked about them. */

/** What a person is asked before the engine goes on: many files at once are gone, would be replaced, or went back. */
export const changeQuestion = z.object({
  kind: z.enum(['removal', 'overwrite', 'rollback']),
  /** How many files it is about, and of how many. */
  count: z.int(),
  fileCount: z.int(),
  /** Some of them, by path. */
  paths: z.array(z.string()),
  /** The answer was to leave the files as they are; it can be changed. */
  isKept: z.boolean(),
  /** How far the question goes; the answer says it again. */
  lastChangeId: z.int(),
});
export type ChangeQuestionRecord = z.output<typeof changeQuestion>;

/**
 * `goOn`: what is gone counts as removed, newer versions take the place of the files, what went back to an older state
 * is sent. `keep`: what is gone or went back comes from the service again, files to be replaced stay as they are.
 */
export const changeAnswer = z.enum(['goOn', 'keep']);
export type ChangeAnswerChoice = z.output<typeof changeAnswer>;

/**
 * What a person is asked before a folder becomes a library: it holds a whole share, or much that is no drawing, or shares
 * files with a folder that another app or command may sync.
 */
export const folderQuestion = z.object({
  isShareRoot: z.boolean(),
  /** A folder above it (`isAbove`) or in it that is a library, or was one. */
  otherLibrary: z.object({ root: z.string(), isAbove: z.boolean() }).optional(),
  /** How many files were counted, CAD files and others; `isAll`: the quick look came to its end. */
  drawings: z.int(),
  others: z.int(),
  isAll: z.boolean(),
});
export type FolderQuestionRecord = z.output<typeof folderQuestion>;

export const libraryRecord = z.object({
  libraryId: z.string(),
  name: z.string(),
  root: z.string(),
  programs: declaredPrograms,
  languageCode: z.string().optional(),
  contentType: z.string(),
  settings: librarySettingsSchema,
  /** How long its files must stand still now, by its settings or by its drive. */
  quietTimeMs: z.int(),
  /**
   * `inStep` is said only while every file is, the service answers and both it and the folder were looked at lately, else
   * `notChecked`. `needsYou`: files, or the library itself, wait for a person. `unassigned`: those that do only lack their class. `held`: settings or programs keep files from being synced.
   * `offline`: it cannot be talked to a service now, for whatever reason. `paused`: nothing is read or written until `error` is mended, or the person who paused it resumes it.
   */
  state: z.enum(['scanning', 'working', 'inStep', 'needsYou', 'unassigned', 'held', 'notChecked', 'offline', 'paused']),
  /** Why it is paused, or what needs a person and is of none of its files: its links cannot be written. */
  error: errorRecord.optional(),
  fileCount: z.int(),
  /** How many files stand how. */
  standings: z.partialRecord(z.enum(standings), z.int()),
  /**
   * What needs a person and is of no file that is there: copies into which programs saved after their files were replaced,
   * and work that failed of files that are gone.
   */
  besideFiles: z.object({ savedLate: z.int(), failedWork: z.int() }),
  /** How many files changed, and are read once they are whole and stand still. */
  settlingCount: z.int(),
  /** How many files are not there now, and do not count as removed yet. */
  missingCount: z.int(),
  questions: z.array(changeQuestion),
  /** How many versions on the service the settings keep from being fetched, of which no file is here. */
  notFetchedCount: z.int(),
  lastScanAtMs: z.number().optional(),
  lastPollAtMs: z.number().optional(),
  /** How often the service is asked now: less often than set while its lists of changes are long. */
  pollIntervalMs: z.number().optional(),
});
export type LibraryRecord = z.output<typeof libraryRecord>;

/** A version of the service of which the settings keep a library from having a file. */
export const notFetchedRecord = heldBackRecord.pick({ because: true }).extend({
  title: z.string(),
  key: z.string(),
  version: z.string(),
});
export type NotFetchedRecord = z.output<typeof notFetchedRecord>;

/**
 * What becomes of a file of the service that a person wants in a library. `there`: it was in it already. `comesBack`: it
 * had been removed from it. `onceReleased`: the library follows releases, and there is none yet. `onceThere`: the service
 * was not heard to have it.
 */
export const wantAnswer = z.object({
  standing: z.enum(['there', 'coming', 'comesBack', 'onceReleased', 'onceThere']),
  /** Whether it was not wanted before: only then there is something to take back. */
  isNew: z.boolean(),
});
export type WantAnswer = z.output<typeof wantAnswer>;

/** A library that has a file of a key, or into which a person has it come. */
export const havingRecord = z.object({
  key: z.string(),
  libraryId: z.string(),
  /** The file, once it is there. */
  fileId: z.string().optional(),
});
export type HavingRecord = z.output<typeof havingRecord>;

/** What a change would leave unsent: named (the first of it), counted, and waiting for a yes. */
export const atStakeRecord = z.object({
  files: z.array(z.string()),
  fileCount: z.int(),
  releases: z.array(z.string()),
  releaseCount: z.int(),
  /** The newest of them; 0 where there is none. */
  lastReleaseId: z.int(),
  /** What was written and waits for the service, as a person calls it; absent where there is none. */
  written: z.array(z.string()).optional(),
  writtenCount: z.int().optional(),
  /** Names of files that wait to be saved; absent where there is none. */
  exports: z.array(z.string()).optional(),
  exportCount: z.int().optional(),
});
export type AtStakeRecord = z.output<typeof atStakeRecord>;
