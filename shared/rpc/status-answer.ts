import { z } from 'zod';
import { classSuggestion } from './class-suggestion.ts';
import { explanationRecord, unconfirmedBecause } from './explanation.ts';
import { connectionStanding } from './connection-standing.ts';
import { errorRecord } from './error-record.ts';
import { fileState } from './file-records.ts';
import { changeQuestion } from './library-records.ts';
import { requestBudget } from './request-budget.ts';

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

export const explainedPaths = z.object({
  files: z.array(explainedFile),
  /** Of folders only what is not in step is among `files`; `leftOut` of these are too many to name. */
  folders: z.array(
    z.object({
      path: z.string(),
      inStep: z.int(),
      notInStep: z.int(),
      leftOut: z.int(),
      /** Files that are to be fetched and never were here; told of a library's root. */
      toCome: z.object({ count: z.int(), forPerson: z.int() }),
      /** Why nobody knows whether it still stands so. */
      unconfirmed: unconfirmedBecause.optional(),
    }),
  ),
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
      forPerson: z.array(explainedFile),
      /** What programs saved into files after they were replaced, with the full path of each copy; absent where nothing was. */
      savedLate: z.array(z.object({ path: z.string(), copy: z.string() })).optional(),
      /** What is asked about many changes; absent where nothing is. */
      questions: z.array(changeQuestion.omit({ fileCount: true })).optional(),
      lastScanAtMs: z.number().optional(),
    }),
  ),
  /** Of each engine that runs, the service it works with; where none runs, `cutOff` says what ended the last run. */
  services: z.array(z.object({ connection: connectionStanding, budget: requestBudget.optional() })),
  queue: z.object({ waiting: z.int(), running: z.int(), needsAttention: z.int() }),
});
export type StatusOverview = z.output<typeof statusOverview>;
