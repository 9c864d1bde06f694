import { z } from 'zod';
import { assignQuestion, filesToAssign } from './assignment-records.ts';
import { absolutePath, done, fileId, key } from './call-shapes.ts';
import { call } from './call.ts';
import { explanationRecord } from './explanation.ts';
import { historyRecord } from './activity-records.ts';
import { backupRecord, putBackRecord } from './backup-records.ts';
import {
  classAssignment,
  conflictAnswer,
  conflictChoice,
  fileDetail,
  fileFilter,
  fileGroup,
  fileRecord,
} from './file-records.ts';
import { mostChosenAtOnce } from './file-columns.ts';
import { chosenFile, fileQuestion } from './file-sort.ts';
import { mostFilesAdded, mostPathsLooked } from './intake-limits.ts';
import { addedFile, filesToAdd, placeForFile } from './intake-records.ts';
import { distanceRecord, lookComparison, lookSide, sceneId, sceneRecord } from './look-record.ts';
import { pictureQuestion, pictureRecord } from './picture-record.ts';
import { longestComment, mostReleasedAtOnce } from './release-limits.ts';
import { publishAnswer, withdrawAnswer } from './release-records.ts';

const backupId = z.object({ backupId: z.string() });
/** A kept file as it was shown: with one that was saved into since, nothing is done. */
const shownBackup = backupId.extend({ bytesTag: z.string() });

/** These files, or (without) all of a library or of all libraries. */
const removedFiles = z.object({
  fileIds: z.array(z.string()).min(1).max(10_000).optional(),
  libraryId: z.string().optional(),
});

const copiesQuestion = z.object({
  fileId: z.string().optional(),
  /** Only those that a program saved into after they were replaced, as long as nobody said what becomes of them. */
  savedLate: z.boolean().optional(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(500),
});
export type CopiesQuestion = z.output<typeof copiesQuestion>;

/** As a file was shown, `shownAtMs` at the latest. */
const shownFile = {
  ...fileRecord.pick({ key: true, sizeBytes: true, modifiedAtMs: true }).shape,
  shownAtMs: z.number(),
};
const placedFile = fileRecord.pick({ fileId: true, path: true });
export type ShownFile = z.output<z.ZodObject<typeof shownFile>>;
export type PlacedFile = z.output<typeof placedFile>;

/** How many files stay as they are, because something else was said of them since. */
const leftAsSaidSince = z.object({ left: z.int() });

const conflictOrder = fileId.extend({
  choice: conflictChoice,
  /** As it was shown; without, whatever stands against the file counts. */
  key: key.optional(),
  theirVersion: z.string().max(32).optional(),
  theirSha256: z.string().max(64).optional(),
});
export type ConflictOrder = z.output<typeof conflictOrder>;

const answerGiven = conflictAnswer.extend({ key });
export type AnswerGiven = z.output<typeof answerGiven>;

/** `absolutePath`: where theirs stands now, if elsewhere than the file: it may be of another format. */
const conflictEnd = answerGiven.extend({ absolutePath: z.string().optional() });
export type ConflictEnd = z.output<typeof conflictEnd>;

/** `answer`: the one that is meant; without, the last one. */
const answerToUndo = fileId.extend({ answer: answerGiven.optional() });
export type AnswerToUndo = z.output<typeof answerToUndo>;

/** A version in a list that was shown for a file: that may be of another key by now. */
const versionShown = fileId.extend({ key, version: z.string().max(32) });
export type VersionShown = z.output<typeof versionShown>;

/** What a person does with files: in lists, one by one, as pictures, and version by version. */
export const fileCalls = {
  files: {
    list: call
      .input(
        fileQuestion.extend({
          offset: z.int().min(0),
          limit: z.int().min(1).max(500),
        }),
      )
      .output(
        z.object({
          total: z.int(),
          counts: z.record(fileFilter, z.int()),
          /**
           * How `total` falls into ETIM classes, in the order of the rows: a window can lay out all of them knowing a few.
           * None where another order was asked for.
           */
          groups: z.array(fileGroup).default([]),
          rows: z.array(fileRecord),
        }),
      ),
    /** Rows of the list from one place on, as far as choosing many of them needs. */
    choose: call
      .input(fileQuestion.extend({ offset: z.int().min(0), limit: z.int().min(1).max(mostChosenAtOnce) }))
      .output(z.array(chosenFile)),
    get: call.input(fileId).output(fileDetail),
    /** Where a file stands by now that `get` does not know any more; nothing where nobody can tell. */
    whereNow: call.input(fileId.extend(shownFile)).output(z.object({ now: placedFile.optional() })),
    /** Why a file stands as it does; cheaper than `get`. */
    explain: call.input(fileId).output(explanationRecord),
    /**
     * Says which class pair files of one library belong to, all of them or none; recorded in the library folder's
     * `.cadlibrary.json`.
     */
    assign: call
      .input(z.object({ assignments: z.array(classAssignment).min(1).max(10_000) }))
      .output(z.object({ /** None where all of it was said before. */ assignId: z.string().optional() })),
    /** Takes such an answer back, for as long as the engine runs; what was said of a file since stays. */
    undoAssign: call.input(z.object({ assignId: z.string() })).output(leftAsSaidSince),
    /** What there is to say of files, to answer for many of them with one question. */
    toAssign: call.input(assignQuestion).output(filesToAssign),
    /** Of several files with one key this is the one; the others stay in place and become unassigned. */
    pick: call.input(fileId).output(z.object({ pickId: z.string(), unassigned: z.array(absolutePath) })),
    /** Takes that back, as far as nobody said anything else of those files since. */
    undoPick: call.input(z.object({ pickId: z.string() })).output(leftAsSaidSince),
    /**
     * Ends a conflict the way a person chose, and tells which version of the service stood against the file; where that is
     * another one than was shown, `other-version-now`.
     */
    resolveConflict: call.input(conflictOrder).output(conflictEnd),
    /**
     * Undoes that: both versions stand against each other again. What went to the service stays there, as `version`,
     * which is not known while it is being sent. Where another answer was given since, `unknown-item`.
     */
    undoResolve: call.input(answerToUndo).output(z.object({ reopened: z.boolean(), version: z.string().optional() })),
    /** Opens the service's version of a file in conflict, beside the person's own. */
    openTheirs: call.input(fileId).output(done),
    /**
     * Replaced files that are kept on this computer, newest first: of one file, or of all libraries. A copy that somebody
     * deleted is missing in its page and in the total told with that: there are more as long as offset and rows are fewer.
     */
    backups: call.input(copiesQuestion).output(z.object({ total: z.int(), rows: z.array(backupRecord) })),
    /** What was saved into a file after it was replaced stays among the kept files. */
    leaveBackup: call.input(backupId).output(done),
    /** Puts a kept file back, without `bytesTag` with the bytes that are known; the one in its place is kept in its turn. */
    restoreBackup: call.input(shownBackup.partial({ bytesTag: true })).output(putBackRecord),
    /** Deletes a kept file for good. */
    deleteBackup: call.input(shownBackup).output(done),
    /** Nobody has the file open, whatever the lock next to it says: what waited for that goes on. Names the locks. */
    ignoreLock: call.input(fileId).output(z.object({ ignored: z.array(absolutePath) })),
    /** Has files that are gone fetched again, each to its old path: all of them or none. Names the first thousand. */
    restore: call.input(removedFiles).output(z.object({ count: z.int(), paths: z.array(absolutePath) })),
    /** Says that files are meant to be gone; something newer on the service tells of them again. */
    confirmRemoval: call.input(removedFiles).output(z.object({ count: z.int() })),
    /** Takes that back: the file is listed among the removed ones again. */
    undoConfirmRemoval: call.input(fileId).output(done),
    open: call.input(fileId).output(done),
    reveal: call.input(fileId).output(done),
  },
  /** Files of this computer that a person brings into a library; where no path is known, their bytes come as `PUT /intake`. */
  intake: {
    look: call
      .input(z.object({ paths: z.array(z.string().min(1).max(32_768)).min(1).max(mostPathsLooked) }))
      .output(filesToAdd),
    /** Ends early, with everything as it was, when the call is taken back. */
    add: call.input(placeForFile.extend({ from: z.string().min(1).max(32_768) })).output(addedFile),
    /** Takes additions back; what was changed since stays. */
    undo: call
      .input(z.object({ additionIds: z.array(z.string()).min(1).max(mostFilesAdded) }))
      .output(z.object({ count: z.int() })),
  },
  pictures: {
    /** The hash of what a file holds that was read without it, as one without a class; without one where it does not stand still. */
    hashOf: call.input(fileId).output(z.object({ sha256: z.string().optional() })),
    /** What bytes look like; without a picture where nothing tells, or they are on this computer no more. */
    get: call.input(pictureQuestion).output(z.object({ picture: pictureRecord.optional(), isDrawable: z.boolean() })),
    /** The same of files without a picture inside whose shapes can be drawn: answered when nothing is more urgent. */
    draw: call.input(pictureQuestion).output(z.object({ picture: pictureRecord.optional() })),
  },
  looks: {
    /** Reads what is to be seen in a file or a version of it, which may take a minute; `look-…` where it cannot be read. */
    open: call.input(fileId.extend({ side: lookSide })).output(sceneRecord),
    /** The next bytes of a scene, at most `sceneChunkBytes`; `unknown-item` where it is kept no more. */
    bytes: call.input(z.object({ sceneId, offset: z.int().min(0) })).output(z.instanceof(Blob)),
    /** What differs between two of them; versions that are not on this computer are fetched, if they may be. */
    compare: call
      .input(fileId.extend({ before: lookSide, after: lookSide, mayFetch: z.boolean() }))
      .output(lookComparison),
    /** How far the surfaces of two models are apart; for large ones it takes a while, and ends when it is cancelled. */
    distances: call.input(fileId.extend({ before: lookSide, after: lookSide })).output(distanceRecord),
  },
  versions: {
    list: call.input(z.object({ key })).output(historyRecord),
    /** Puts an earlier version in the place of the file, which is kept. */
    restore: call.input(versionShown).output(putBackRecord),
    /** Opens a copy of a version; the file stays as it is. What is saved into the copy is noticed and kept. */
    open: call.input(versionShown).output(done),
  },
  publish: {
    /** Queues a release of what stands there of each key, as it was last read; offline it waits. */
    release: call
      .input(z.object({ keys: z.array(key).min(1).max(1_000), comment: z.string().max(longestComment) }))
      .output(publishAnswer),
    /** Takes back releases that are queued, as far as they were not sent. */
    withdraw: call
      .input(z.object({ entryIds: z.array(z.int()).min(1).max(mostReleasedAtOnce) }))
      .output(withdrawAnswer),
  },
} as const;
