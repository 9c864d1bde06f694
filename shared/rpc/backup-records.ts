import { z } from 'zod';

/** What the window is told of replaced files that are kept on this computer. */

/** Why a file was replaced and is kept. */
export const backupReason = z.enum([
  /** A newer version of the service took its place. */
  'newerVersion',
  /** The service's version was chosen in a conflict. */
  'tookTheirs',
  /** An earlier copy or version was put back in its place. */
  'restored',
  /** A program that still had it open saved into it after it was replaced; a person has to say what becomes of that. */
  'savedLate',
  /** The same, and a person said to leave it where it is. */
  'savedLateLeft',
  /** Saved over by a later save before it was sent: local history, which is bounded. */
  'superseded',
  /** A file that a person brought took its place. */
  'addedOver',
  /** Brought in by a person, who took that back. */
  'additionUndone',
  /** A version of the service that a person opened beside the file. */
  'opened',
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
  /** Full path of the copy on this computer, for the person's eyes. */
  absolutePath: z.string(),
  keptAtMs: z.number(),
  sizeBytes: z.int(),
  /** Tells its bytes from those that somebody may save into it later. */
  bytesTag: z.string(),
  reason: backupReason,
  /** The version that took its place. */
  replacedBy: z.string().optional(),
  /** The version of the service with the same bytes. */
  version: z.string().optional(),
  /** Whether the service is known to have its bytes. */
  isOnService: z.boolean(),
  /** From when on it is cleared away; absent for one that stays until a person deletes it. */
  clearedAtMs: z.number().optional(),
  /** Where it goes when it is restored, and whether a file stands there, which is then kept in its turn. */
  target: z.string(),
  isTargetThere: z.boolean(),
});
export type BackupRecord = z.output<typeof backupRecord>;

/** A file that was put back, as a kept copy or as a version of the service, and what comes of it. */
export const putBackRecord = z.object({
  /** Where it is, below the library's root. */
  path: z.string(),
  next: z.enum([
    /** It is sent as the next draft. */
    'sent',
    /** It is sent once it is published. */
    'onPublish',
    /**
     * It is not sent: the library only receives or is paused, no service is connected, or both sides changed the file.
     */
    'notSent',
    /** It is what both sides agree on: there is nothing to send. */
    'inStep',
    /** It is not known what it belongs to until it is read. */
    'unread',
    /** Another file has its key: neither is sent until a person says which one counts. */
    'pick',
  ]),
  /** That other file, below the library's root. */
  rival: z.string().optional(),
  /** The version that it is, with `inStep`. */
  version: z.string().optional(),
});
export type PutBackRecord = z.output<typeof putBackRecord>;
