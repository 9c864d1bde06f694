import { z } from 'zod';
import { errorRecord } from './error-record.ts';
import { releaseStep } from './release-step.ts';

/** What waits, what happened, and which versions there are. */

export const queueEntryRecord = z.object({
  entryId: z.int(),
  operation: z.enum(['upload', 'download', 'release']),
  libraryId: z.string(),
  key: z.string(),
  /** What the person calls it: file name or class. */
  title: z.string(),
  state: z.enum(['waiting', 'running', 'retrying', 'needsAttention']),
  progress: z.number().optional(),
  attempts: z.int(),
  nextTryAtMs: z.number().optional(),
  error: errorRecord.optional(),
  comment: z.string().optional(),
  /** The service that it was asked of, where that is not the one that is connected: it waits until it is again. */
  otherService: z.string().optional(),
  /** Its file was changed here and on the service: it waits until a person chooses which version counts. */
  inConflict: z.literal(true).optional(),
});
export type QueueEntryRecord = z.output<typeof queueEntryRecord>;

/** `needsPerson`: what stands still until a person does something. `underWay`: all else. `releases`: of both, those. */
export const queuePart = z.enum(['needsPerson', 'underWay', 'releases']);
export type QueuePart = z.output<typeof queuePart>;

/** How many entries of a part are told at most. */
export const mostQueueEntries = 500;

/** The first entries of a part, what runs before the rest; and how many there are in all of it. */
export const queuePartRecord = z.object({ entries: z.array(queueEntryRecord), total: z.int(), running: z.int() });
export type QueuePartRecord = z.output<typeof queuePartRecord>;

export const activityRecord = z.object({
  activityId: z.int(),
  /** The library it happened in, where it happened in one. */
  libraryId: z.string().optional(),
  atMs: z.number(),
  kind: z.enum([
    'uploaded',
    'downloaded',
    'released',
    'adopted',
    'restored',
    'conflictFound',
    'relinked',
    'failed',
    'removedHere',
    /** It has another class or program than before; `key` is the one it was agreed on under, until `version`. */
    'leftLine',
    /** Its bytes changed while its size and date did not; it counts as an edit. */
    'foundChanged',
    /** It cannot be read any more; `version` is the one of the service with the bytes it had. */
    'foundUnreadable',
    /** A program that still had it open saved into it after it was replaced; those bytes are in the backup folder. */
    'savedLate',
    /** What an add-in wrote while the service was away is there now. */
    'addInSent',
    'addInRefused',
    /** What a person asked of the service while it was away is done there now. */
    'writeSent',
    'writeRefused',
    /** A person gave up what was to be asked of the service, of theirs or of an add-in. */
    'writeDiscarded',
    'libraryAdded',
    'libraryRemoved',
    /** It cannot be worked on: `error` says why. */
    'libraryPaused',
    'pausedByPerson',
    'resumedByPerson',
    'connected',
    'disconnected',
  ]),
  title: z.string(),
  key: z.string().optional(),
  version: z.string().optional(),
  comment: z.string().optional(),
  /** How many files it is about, where they are told together. */
  count: z.int().optional(),
  error: errorRecord.optional(),
});
export type ActivityRecord = z.output<typeof activityRecord>;

/** How much of each kind happened in a stretch of time. */
export const activityCount = z.object({ saved: z.int(), published: z.int(), failed: z.int() });
export type ActivityCount = z.output<typeof activityCount>;

export const versionRecord = z.object({
  version: z.string(),
  released: z.boolean(),
  comment: z.string().optional(),
  changedAtMs: z.number().optional(),
  sizeBytes: z.int().optional(),
  sha256: z.string().optional(),
  /** The program it was saved with (`Revit 2025`), where the service says so. */
  program: z.string().optional(),
  /** The newest earlier version that has the same bytes, where others lie between. */
  sameAs: z.string().optional(),
  /** Whether the file in the library has the bytes of this version. */
  isLocal: z.boolean(),
});
export type VersionRecord = z.output<typeof versionRecord>;

export const historyRecord = z.object({
  key: z.string(),
  versions: z.array(versionRecord),
  /** When the service said so, where it could not be asked now. */
  asOfMs: z.number().optional(),
  /** Whether nobody can say now which versions the service has: then these only wait for it. */
  isPartial: z.literal(true).optional(),
  /** The newest version, when it is a draft that can be published, and what it would become. */
  publishable: releaseStep.optional(),
});
export type HistoryRecord = z.output<typeof historyRecord>;
