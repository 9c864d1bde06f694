import { z } from 'zod';
import { classSuggestion } from './class-suggestion.ts';
import { errorRecord } from './error-record.ts';
import { explanationRecord } from './explanation.ts';
import { heldBackRecord } from './held-back-record.ts';
import { librarySettingsSchema } from './library-settings.ts';
import { productImportRecord } from './import-records.ts';
import { settingsSchema } from './settings.ts';

/** What crosses between window and engine. Never a secret, never the bytes of a file. */

/** States of a file. Words and shapes for them are in the window's text catalogue. */
export const fileState = z.enum([
  /** Local bytes equal a version the service confirmed, and that is a release. */
  'upToDate',
  /** Was `upToDate` when last compared; the service or the folder was not heard of lately, so nobody knows. */
  'unconfirmed',
  /** As `upToDate`, but that version is a draft, not published yet. */
  'draft',
  /** Seen, and standing still is awaited before it is read. */
  'settling',
  /** Will be uploaded. */
  'waiting',
  /** Changed here; the library's settings keep it from being sent. */
  'notSent',
  /** As both sides agreed; the library's settings keep the newer version of the service from being fetched. */
  'notFetched',
  'uploading',
  'downloading',
  /** Changed here and on the service since both agreed. */
  'conflict',
  /** Failed in a way that needs a person; `error` says which. */
  'needsYou',
  /** No ETIM class and modelling class known for it. */
  'unassigned',
  /** Another file in the library has the same content key. */
  'doublyClaimed',
  /** Was here and is not any more; the service keeps its versions. */
  'removedHere',
  /** Open in a CAD program. */
  'openElsewhere',
]);
export type FileState = z.output<typeof fileState>;

export const fileRecord = z.object({
  fileId: z.string(),
  libraryId: z.string(),
  /** Below the library's root, with forward slashes. */
  path: z.string(),
  name: z.string(),
  /** CAD kind (`rfa`, `dwg` …). */
  kind: z.string(),
  /** Program and version as read from the file (`Revit 2025`), where it says so. */
  program: z.string().optional(),
  sizeBytes: z.int(),
  modifiedAtMs: z.number(),
  state: fileState,
  /** 0 … 1 while bytes move. */
  progress: z.number().optional(),
  /** The version both sides agreed on (`2.4`). */
  version: z.string().optional(),
  /** The content key as text, for calls that take one. */
  key: z.string().optional(),
  etimClassCode: z.string().optional(),
  etimClassVersion: z.string().optional(),
  /** Name of the ETIM class in the window's language, where known. */
  className: z.string().optional(),
  modellingClassCode: z.string().optional(),
  modellingClassVersion: z.string().optional(),
  languageCode: z.string().optional(),
  heldBack: heldBackRecord.optional(),
  error: errorRecord.optional(),
});
export type FileRecord = z.output<typeof fileRecord>;

export const fileFilter = z.enum(['all', 'drafts', 'needsYou', 'unassigned', 'removedHere']);
export type FileFilter = z.output<typeof fileFilter>;

/** Neighbouring rows of one ETIM class; without a code: the files that have none. */
export const fileGroup = z.object({
  etimClassCode: z.string().optional(),
  etimClassVersion: z.string().optional(),
  className: z.string().optional(),
  count: z.int().min(1),
});
export type FileGroup = z.output<typeof fileGroup>;

/** One of several files with the same content key. */
export const claimantRecord = fileRecord
  .pick({ fileId: true, path: true, sizeBytes: true, modifiedAtMs: true })
  .extend({
    /** The version of the service that both sides agreed on, where it has exactly the bytes of this file. */
    version: z.string().optional(),
  });
export type ClaimantRecord = z.output<typeof claimantRecord>;

export const fileDetail = z.object({
  file: fileRecord,
  /** Full path on this computer, for the person's eyes. */
  absolutePath: z.string(),
  applicationName: z.string().optional(),
  applicationVersion: z.string().optional(),
  contentType: z.string().optional(),
  /** Why it stands as it does. */
  why: explanationRecord,
  /** Where several files have the same content key: all of them, this one too, by path. */
  claimants: z.array(claimantRecord),
  /** The service's version that stands against the local file, when in conflict; `keptAt` is where its bytes are. */
  conflict: z
    .object({ theirVersion: z.string(), theirChangedAtMs: z.number().optional(), keptAt: z.string() })
    .optional(),
  /** What a file without classes may belong to. */
  suggestion: classSuggestion.optional(),
  /**
   * Other files of its folder without classes, which can have the same ones. Of those with one `place` (program, version
   * and language) only one can.
   */
  unassignedBeside: z.array(fileRecord.pick({ fileId: true, name: true }).extend({ place: z.string() })).default([]),
  /** Its program has it open, by the lock it leaves beside it. Who that is stays on this computer. */
  openLock: z
    .object({
      program: z.string(),
      sinceMs: z.number(),
      userName: z.string().optional(),
      computerName: z.string().optional(),
    })
    .optional(),
  /** Whether a release of this file is already queued. */
  releaseQueued: z.boolean(),
});
export type FileDetail = z.output<typeof fileDetail>;

/** Why a file was replaced and is kept. */
export const backupReason = z.enum([
  /** A newer version of the service took its place. */
  'newerVersion',
  /** The service's version was chosen in a conflict. */
  'tookTheirs',
  /** An earlier copy or version was put back in its place. */
  'restored',
  /** Found in the backup folder; nothing more is known of it. */
  'unknown',
]);
export type BackupReason = z.output<typeof backupReason>;

/** A replaced file that is kept on this computer. */
export const backupRecord = z.object({
  backupId: z.string(),
  libraryId: z.string(),
  /** Where it stood, below the library's root. */
  path: z.string(),
  name: z.string(),
  keptAtMs: z.number(),
  sizeBytes: z.int(),
  reason: backupReason,
  /** The version that took its place. */
  replacedBy: z.string().optional(),
  /** The version of the service with the same bytes. */
  version: z.string().optional(),
  /** Whether a service has its bytes; otherwise this copy is the only place they are known to be in. */
  isOnService: z.boolean(),
  /** From when on it is cleared away; absent for one that stays until a person deletes it. */
  clearedAtMs: z.number().optional(),
  /** Where it goes when it is restored, and whether a file stands there, which is then kept in its turn. */
  target: z.string(),
  isTargetThere: z.boolean(),
});
export type BackupRecord = z.output<typeof backupRecord>;

/** How a person ends a conflict. No choice loses bytes. */
export const conflictChoice = z.enum(['keepMine', 'takeTheirs', 'keepBoth']);
export type ConflictChoice = z.output<typeof conflictChoice>;

/** What a person is asked before the engine goes on: many files at once are gone, or would be replaced. */
export const changeQuestion = z.object({
  kind: z.enum(['removal', 'overwrite']),
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
 * `goOn`: what is gone counts as removed, newer versions take the place of the files. `keep`: what is gone comes back
 * from the service, the files stay as they are.
 */
export const changeAnswer = z.enum(['goOn', 'keep']);
export type ChangeAnswerChoice = z.output<typeof changeAnswer>;

export const libraryRecord = z.object({
  libraryId: z.string(),
  name: z.string(),
  root: z.string(),
  applicationName: z.string(),
  applicationVersion: z.string(),
  languageCode: z.string().optional(),
  contentType: z.string(),
  settings: librarySettingsSchema,
  /** How long its files must stand still now, by its settings or by its drive. */
  quietTimeMs: z.int(),
  /**
   * `inStep` is said only while the service answers and both it and the folder were looked at lately, else
   * `notChecked`. `paused`: nothing is read or written until `error` is mended.
   */
  state: z.enum(['scanning', 'working', 'inStep', 'notChecked', 'offline', 'paused']),
  error: errorRecord.optional(),
  fileCount: z.int(),
  questions: z.array(changeQuestion),
  /** How many versions on the service the settings keep from being fetched, of which no file is here. */
  notFetchedCount: z.int(),
  lastScanAtMs: z.number().optional(),
  lastPollAtMs: z.number().optional(),
  /** How often the service is asked now: less often than set while its lists of changes are long. */
  pollIntervalMs: z.number().optional(),
});
export type LibraryRecord = z.output<typeof libraryRecord>;

export const connectionRecord = z.object({
  /** `embedded`: the local implementation of the service runs inside the app. */
  kind: z.enum(['none', 'embedded', 'remote']),
  contentAddress: z.string(),
  dataAddress: z.string(),
  tokenAddress: z.string(),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  hasLicenseCode: z.boolean(),
  /** Whether secrets survive a restart; without a system keychain they last as long as the app runs. */
  secretsKept: z.boolean(),
  state: z.enum(['notSetUp', 'connecting', 'online', 'offline', 'refused']),
  error: errorRecord.optional(),
});
export type ConnectionRecord = z.output<typeof connectionRecord>;

/** A version of the service of which the settings keep a library from having a file. */
export const notFetchedRecord = heldBackRecord.pick({ because: true }).extend({
  title: z.string(),
  key: z.string(),
  version: z.string(),
});
export type NotFetchedRecord = z.output<typeof notFetchedRecord>;

/** What a change would leave unsent: named (the first of it), counted, and waiting for a yes. */
export const atStakeRecord = z.object({
  files: z.array(z.string()),
  fileCount: z.int(),
  releases: z.array(z.string()),
  releaseCount: z.int(),
});
export type AtStakeRecord = z.output<typeof atStakeRecord>;

export const statusRecord = z.object({
  connection: connectionRecord,
  libraries: z.array(libraryRecord),
  counts: z.record(fileFilter, z.int()),
  queue: z.object({ waiting: z.int(), running: z.int(), needsAttention: z.int() }),
  settings: settingsSchema,
  /** That a damaged state was set aside, until a person has read it. */
  begunAnew: errorRecord.optional(),
});
export type StatusRecord = z.output<typeof statusRecord>;

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
});
export type QueueEntryRecord = z.output<typeof queueEntryRecord>;

export const activityRecord = z.object({
  activityId: z.int(),
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
    /** Its bytes changed while its size and date did not; it counts as an edit. */
    'foundChanged',
    /** It cannot be read any more; `version` is the one of the service with the bytes it had. */
    'foundUnreadable',
    'libraryAdded',
    'libraryRemoved',
    'libraryPaused',
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

export const versionRecord = z.object({
  version: z.string(),
  released: z.boolean(),
  comment: z.string().optional(),
  changedAtMs: z.number().optional(),
  sizeBytes: z.int().optional(),
  /** Whether the file in the library has the bytes of this version. */
  isLocal: z.boolean(),
});
export type VersionRecord = z.output<typeof versionRecord>;

export const historyRecord = z.object({
  key: z.string(),
  versions: z.array(versionRecord),
  /** The newest version, when it is a draft that can be published, and what it would become. */
  publishable: z.object({ draft: z.string(), release: z.string() }).optional(),
});
export type HistoryRecord = z.output<typeof historyRecord>;

/** One thing that happened in the engine. Ids grow by one; a window that missed some asks for a snapshot. */
export const engineEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), id: z.int(), status: statusRecord }),
  /** Rows of the file list changed; the window reads those it shows again. */
  z.object({ kind: z.literal('files'), id: z.int(), fileIds: z.array(z.string()) }),
  z.object({ kind: z.literal('progress'), id: z.int(), fileId: z.string(), entryId: z.int(), progress: z.number() }),
  z.object({ kind: z.literal('queue'), id: z.int() }),
  z.object({ kind: z.literal('activity'), id: z.int(), entry: activityRecord }),
  z.object({ kind: z.literal('import'), id: z.int(), productImport: productImportRecord }),
]);
export type EngineEvent = z.output<typeof engineEvent>;

/** An event before the engine has numbered it. */
export type EngineEventBody = EngineEvent extends infer E ? (E extends EngineEvent ? Omit<E, 'id'> : never) : never;

export const snapshotRecord = z.object({
  /** Id of the last event contained in this snapshot. */
  eventId: z.int(),
  host: z.enum(['electron', 'browser']),
  platform: z.string(),
  productVersion: z.string(),
  status: statusRecord,
  /** The import of product data under way, or the last one of this run. */
  productImport: productImportRecord.optional(),
});
export type SnapshotRecord = z.output<typeof snapshotRecord>;
