import { z } from 'zod';
import { contentTypeForm, longestContentType } from './assignment-limits.ts';
import { classSuggestion } from './class-suggestion.ts';
import { errorRecord } from './error-record.ts';
import { explanationRecord, releaseWish } from './explanation.ts';
import { heldBackRecord } from './held-back-record.ts';
import { releaseStep } from './release-step.ts';

/** What crosses between window and engine about the files of libraries. Never a secret, never the bytes of a file. */

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
  /** Not there now; it may come back before that counts as its removal. */
  'missing',
  /** Will be uploaded. */
  'waiting',
  /** Goes out as the next release by itself, and is sent before if it has to be. */
  'releaseQueued',
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
  /** Of a program, or a newer version of one, than its library declares. */
  'otherProgram',
  /** Another file in the library has the same content key. */
  'doublyClaimed',
  /** Its bytes are safe as a draft; the service lost a release that there was. */
  'releaseLost',
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
  /** CAD kind (`rfa`, `dwg` …), or `folderKind`. */
  kind: z.string(),
  /** Program and version as read from the file (`Revit 2025`), where it says so. */
  program: z.string().optional(),
  sizeBytes: z.int(),
  modifiedAtMs: z.number(),
  /** Of its bytes as they were last read: what its picture is asked for with. */
  sha256: z.string().optional(),
  state: fileState,
  /** 0 … 1 while bytes move. */
  progress: z.number().optional(),
  /** The version both sides agreed on (`2.4`). */
  version: z.string().optional(),
  /** The version of the service that stands against it, in a conflict. */
  theirVersion: z.string().optional(),
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
  /** Whether a person can have it published, at once or once it was sent, and does not wait for that already. */
  isPublishable: z.boolean(),
  /** Where that is the newest draft on the service; absent where it is to be sent first. */
  toRelease: releaseStep.optional(),
  release: releaseWish.optional(),
  error: errorRecord.optional(),
});
export type FileRecord = z.output<typeof fileRecord>;

/** `drafts`: what can be published, whether or not it is sent yet. */
export const fileFilter = z.enum(['all', 'drafts', 'needsYou', 'unassigned', 'removedHere']);
export type FileFilter = z.output<typeof fileFilter>;

/** Neighbouring rows of one ETIM class; without a code: the files that are filed under none. */
export const fileGroup = z.object({
  etimClassCode: z.string().optional(),
  etimClassVersion: z.string().optional(),
  className: z.string().optional(),
  count: z.int().min(1),
  /** How many of them have no class. Others are filed under none because they were not read yet, or their program is not declared. */
  unassigned: z.int().min(0),
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

/** How a person ends a conflict. No choice loses bytes. */
export const conflictChoice = z.enum(['keepMine', 'takeTheirs', 'keepBoth']);
export type ConflictChoice = z.output<typeof conflictChoice>;

/** How a person ended a conflict, with which version of the service, and when. */
export const conflictAnswer = z.object({ choice: conflictChoice, theirVersion: z.string(), atMs: z.number() });

export const fileDetail = z.object({
  file: fileRecord,
  /** Full path on this computer, for the person's eyes. */
  absolutePath: z.string(),
  applicationName: z.string().optional(),
  applicationVersion: z.string().optional(),
  contentType: z.string().optional(),
  /** Why it stands as it does. */
  why: explanationRecord,
  /** Where several files have the same content key: this one and the first others by path. `claimantCount` are all. */
  claimants: z.array(claimantRecord),
  claimantCount: z.int().default(0),
  /** The service's version that stands against the local file, when in conflict; `keptAt` is where its bytes are. */
  conflict: z
    .object({
      theirVersion: z.string(),
      theirChangedAtMs: z.number().optional(),
      theirSizeBytes: z.int().optional(),
      theirSha256: z.string().optional(),
      keptAt: z.string(),
    })
    .optional(),
  /** How a person ended its last conflict, as long as that can be undone. */
  answered: conflictAnswer.optional(),
  /** What a file without classes may belong to. */
  suggestion: classSuggestion.optional(),
  /** Its program has it open, by the lock it leaves next to it. Who that is stays on this computer. */
  openLock: z
    .object({
      program: z.string(),
      sinceMs: z.number(),
      userName: z.string().optional(),
      computerName: z.string().optional(),
    })
    .optional(),
  /** The release of its key that is queued. `isFailed`: it goes no further before a person does something. */
  queuedRelease: z.object({ entryId: z.int(), comment: z.string(), isFailed: z.literal(true).optional() }).optional(),
});
export type FileDetail = z.output<typeof fileDetail>;

/** What files show, as a person says it; without a content type it stays what it is. */
export const classAssignment = z.object({
  fileIds: z.array(z.string()).min(1).max(10_000),
  etimClassCode: z.string().max(16),
  etimClassVersion: z.string().max(16),
  modellingClassCode: z.string().max(16),
  modellingClassVersion: z.string().max(16),
  contentType: z.string().max(longestContentType).regex(contentTypeForm).optional(),
});
export type ClassAssignment = z.output<typeof classAssignment>;
