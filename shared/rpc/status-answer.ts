import { z } from 'zod';
import { classSuggestion } from './class-suggestion.ts';
import { explanationRecord, unconfirmedBecause } from './explanation.ts';
import { connectionStanding } from './connection-standing.ts';
import { errorRecord } from './error-record.ts';
import { queueEntryRecord } from './activity-records.ts';
import { fileState } from './file-records.ts';
import { changeQuestion } from './library-records.ts';
import { requestBudget } from './request-budget.ts';
import { standings } from './standings.ts';

/** How libraries and files stand, as an engine tells a command line. */

export const explainedFile = z.object({
  /** Full path on this computer. */
  path: z.string(),
  /** Absent for what the library knows nothing of. */
  state: fileState.optional(),
  explanation: explanationRecord,
  /** Its content key as text; absent for what has none. */
  key: z.string().optional(),
  /** The version both sides agreed on. */
  version: z.string().optional(),
  /** The programs of its library, where its link names another one: other libraries like this one do not get it. */
  notOfPrograms: z.array(z.string()).optional(),
  /** What a file without classes may belong to; of files that were asked for by name. */
  suggestion: classSuggestion.optional(),
});
export type ExplainedFileRecord = z.output<typeof explainedFile>;

/** What a program saved into a file after it was replaced, with the full path of the copy. */
const savedLate = z.object({ path: z.string(), copy: z.string() });
export type SavedLateRecord = z.output<typeof savedLate>;

/** What failed, needs a person, and is of no file that is there. `path`: where the file was; absent where none was. */
const failedWork = queueEntryRecord
  .pick({ operation: true, title: true })
  .extend({ path: z.string().optional(), error: errorRecord.optional() });
export type FailedWork = z.output<typeof failedWork>;

/** Files that are to be fetched and never were here; what waits for a file that is there is counted with that. */
const toCome = z.object({ count: z.int(), forPerson: z.int() });
export type ToCome = z.output<typeof toCome>;

export const explainedPaths = z.object({
  /** The files that were asked about by name. */
  files: z.array(explainedFile),
  folders: z.array(
    z.object({
      path: z.string(),
      /** How many files below it stand how. */
      standings: z.partialRecord(z.enum(standings), z.int()),
      inStep: z.int(),
      notInStep: z.int(),
      /** Of what is not in step, what needs a person first; `leftOut` are too many to name. */
      files: z.array(explainedFile),
      leftOut: z.int(),
      /** Why its library is paused, while it is. */
      paused: explanationRecord.optional(),
      /** Told of a library's root. */
      toCome,
      /** Why nobody knows whether it still stands so. */
      unconfirmed: unconfirmedBecause.optional(),
    }),
  ),
  /** Of these files and of those in these folders, with full paths. */
  savedLate: z.array(savedLate),
  failedWork: z.array(failedWork),
  /** Why what files belong to could not be written; of the libraries that were asked about as a whole. */
  linksProblems: z.array(errorRecord),
});
export type ExplainedPaths = z.output<typeof explainedPaths>;

export const statusOverview = z.object({
  libraries: z.array(
    z.object({
      name: z.string(),
      root: z.string(),
      /** The programs it declares, as `Revit 2025`. */
      programs: z.array(z.string()),
      /** Whether an engine runs for it now. */
      running: z.boolean(),
      /** Why it is paused, while it is. */
      paused: explanationRecord.optional(),
      /** Why nobody knows whether its files still stand so; absent where folder and service were compared lately. */
      unconfirmed: unconfirmedBecause.optional(),
      /** Why nothing went through to the service when an engine ran last; absent while one runs. */
      cutOff: errorRecord.optional(),
      files: z.partialRecord(fileState, z.int()),
      toCome,
      forPerson: z.array(explainedFile),
      /** With paths below the root. */
      savedLate: z.array(savedLate),
      failedWork: z.array(failedWork),
      /** Why what its files belong to could not be written to it. */
      linksProblem: errorRecord.optional(),
      /** What is asked about many changes; absent where nothing is. */
      questions: z.array(changeQuestion.omit({ fileCount: true })).optional(),
      lastScanAtMs: z.number().optional(),
    }),
  ),
  /** Of each engine that runs, the service it works with; where none runs, `cutOff` says what ended the last run. */
  services: z.array(z.object({ connection: connectionStanding, budget: requestBudget.optional() })),
  /** What goes on by itself; what needs a person is said with the libraries. */
  queue: z.object({ waiting: z.int(), running: z.int() }),
  /** Of each state that was damaged or gone, and begun again: what is lost. Kept until a person has read it. */
  begunAnew: z.array(errorRecord),
  /** Of each state with settings that only another version of the app can read: which. */
  settingsProblems: z.array(errorRecord),
});
export type StatusOverview = z.output<typeof statusOverview>;
