import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { call } from './call.ts';
import { bundleRecord, diagnosisRecord } from './diagnosis.ts';
import { errorRecord } from './error-record.ts';
import { explanationRecord } from './explanation.ts';
import { librarySettingsPatch, librarySettingsSchema } from './library-settings.ts';
import { activityRecord, historyRecord, queueEntryRecord } from './activity-records.ts';
import { backupRecord } from './backup-records.ts';
import { engineEvent } from './engine-event.ts';
import { classAssignment, conflictChoice, fileDetail, fileFilter, fileGroup, fileRecord } from './file-records.ts';
import {
  atStakeRecord,
  changeAnswer,
  changeQuestion,
  folderQuestion,
  libraryRecord,
  notFetchedRecord,
} from './library-records.ts';
import { programList } from './program-record.ts';
import { connectionRecord, snapshotRecord } from './status-records.ts';
import { productAnswer, productHit, productQuery } from './product-records.ts';
import { settingsPatch, settingsSchema } from './settings.ts';

const done = z.object({});
export const fileId = z.object({ fileId: z.string() });
const backupId = z.object({ backupId: z.string() });
/** These files, or (without) all of a library or of all libraries. */
const removedFiles = z.object({
  fileIds: z.array(z.string()).min(1).max(10_000).optional(),
  libraryId: z.string().optional(),
});
/** A change that may leave something unsent: not `done` where something is at stake and nobody said yes. */
const stakeAnswer = z.object({ done: z.boolean(), atStake: atStakeRecord });
/** On this computer, for the person's eyes. */
const absolutePath = z.string();
const key = z.string().max(2_000);

export const libraryDraft = z.object({
  root: z.string().min(1).max(4_096),
  programs: programList,
  languageCode: z.string().max(16).optional(),
  /** Without, as is usual for one more library of its program, or for the first. */
  fetch: librarySettingsSchema.shape.fetch.unwrap().optional(),
});

export const connectionDraft = connectionRecord.pick({
  contentAddress: true,
  dataAddress: true,
  tokenAddress: true,
  clientId: true,
});

/** One way: secrets go into the system keychain, for the addresses they are given with, and never come back. */
const givenSecrets = z.object({
  clientSecret: z.string().min(1).max(4_096).optional(),
  licenseCode: z.string().min(1).max(4_096).optional(),
});

/** The window ⇄ engine contract: calls and events, once. Carriers and both ends derive from it. */
export const windowContract = {
  snapshot: call.output(snapshotRecord),
  /** Everything that happens after event `afterId`, without end. */
  events: call.input(z.object({ afterId: z.int() })).output(eventIterator(engineEvent)),
  files: {
    list: call
      .input(
        z.object({
          libraryId: z.string().optional(),
          filter: fileFilter,
          search: z.string().max(200),
          offset: z.int().min(0),
          limit: z.int().min(1).max(500),
        }),
      )
      .output(
        z.object({
          total: z.int(),
          counts: z.record(fileFilter, z.int()),
          /** How `total` falls into ETIM classes, in the order of the rows: a window can lay out all of them knowing a few. */
          groups: z.array(fileGroup).default([]),
          rows: z.array(fileRecord),
        }),
      ),
    get: call.input(fileId).output(fileDetail),
    /** Why a file stands as it does; cheaper than `get`. */
    explain: call.input(fileId).output(explanationRecord),
    /**
     * Says which class pair files of one library belong to, all of them or none; recorded in the library folder's
     * `.cadlibrary.json`.
     */
    assign: call.input(z.object({ assignments: z.array(classAssignment).min(1).max(10_000) })).output(done),
    /** Of several files with one key this is the one; the others stay in place and become unassigned. */
    pick: call.input(fileId).output(z.object({ pickId: z.string(), unassigned: z.array(absolutePath) })),
    /** Takes that back, as far as nobody said anything else of those files since. */
    undoPick: call.input(z.object({ pickId: z.string() })).output(done),
    /** Ends a conflict the way a person chose. */
    resolveConflict: call.input(fileId.extend({ choice: conflictChoice })).output(done),
    /** Replaced files that are kept on this computer, newest first: of one file, or of all libraries. */
    backups: call
      .input(
        z.object({
          fileId: z.string().optional(),
          /** Only those that a program saved into after they were replaced, as long as nobody said what becomes of them. */
          savedLate: z.boolean().optional(),
          offset: z.int().min(0),
          limit: z.int().min(1).max(500),
        }),
      )
      .output(z.object({ total: z.int(), rows: z.array(backupRecord) })),
    /** What was saved into a file after it was replaced stays among the kept files. */
    leaveBackup: call.input(backupId).output(done),
    /** Puts a kept file back; the one in its place is kept in its turn. */
    restoreBackup: call.input(backupId).output(z.object({ path: z.string() })),
    /** Deletes a kept file for good. */
    deleteBackup: call.input(backupId).output(done),
    /** Nobody has the file open, whatever the lock next to it says: what waited for that goes on. Names the locks. */
    ignoreLock: call.input(fileId).output(z.object({ ignored: z.array(absolutePath) })),
    /** Has files that are gone fetched again, each to its old path: all of them or none. Names the first thousand. */
    restore: call.input(removedFiles).output(z.object({ count: z.int(), paths: z.array(absolutePath) })),
    /** Says that files are meant to be gone; something newer on the service tells of them again. */
    confirmRemoval: call.input(removedFiles).output(z.object({ count: z.int() })),
    open: call.input(fileId).output(done),
    reveal: call.input(fileId).output(done),
  },
  versions: {
    list: call.input(z.object({ key })).output(historyRecord),
    /** Puts an earlier version in the place of the file, which is kept; it becomes the next draft. */
    restore: call.input(fileId.extend({ version: z.string().max(32) })).output(done),
  },
  publish: {
    /** Queues a release of the newest draft of each key; offline it waits. */
    release: call
      .input(z.object({ keys: z.array(key).min(1).max(1_000), comment: z.string().max(4_000) }))
      .output(z.object({ queued: z.int() })),
  },
  products: {
    lookup: call
      .input(
        z.object({ queries: z.array(productQuery).min(1).max(1_000), languageCode: z.string().max(16).optional() }),
      )
      .output(z.array(productAnswer)),
    /**
     * Products in which all words of the text occur, as beginnings of words: in name, product code, manufacturer, and
     * the names and synonyms of their classes. The interface has no operation for it: only the embedded service is
     * searched, any other is answered for with `not-offered`.
     */
    search: call
      .input(
        z.object({
          text: z.string().max(200),
          limit: z.int().min(1).max(200),
          languageCode: z.string().max(16).optional(),
        }),
      )
      .output(z.array(productHit)),
  },
  /** Files of product data for the embedded service; how an import stands comes as `import` events. */
  imports: {
    /** Looks at all files, then begins. `not-offered` by other services; `import-under-way` while one runs. */
    start: call
      .input(
        z.object({
          /** Full paths on the computer of the engine. */
          paths: z.array(z.string().min(1).max(32_768)).min(1).max(100),
          /** Language of texts that do not say theirs. */
          languageCode: z.string().max(16),
        }),
      )
      .output(done),
    /** Ends the import that runs, if one does; what was written by then is kept. */
    cancel: call.output(done),
  },
  queue: {
    list: call.output(z.array(queueEntryRecord)),
    /** Tries now what is waiting for its next try or needs attention. */
    retry: call.input(z.object({ entryId: z.int().optional() })).output(done),
    /** Takes a release back that has not been sent. */
    withdraw: call.input(z.object({ entryId: z.int() })).output(done),
  },
  activity: {
    list: call
      .input(z.object({ beforeId: z.int().optional(), limit: z.int().min(1).max(500) }))
      .output(z.array(activityRecord)),
  },
  settings: {
    save: call.input(settingsPatch).output(settingsSchema),
  },
  connection: {
    /**
     * Takes the addresses with the secrets that were given for them: those of other origins do not count. Another
     * service gets what waits, and `http:` to another computer can be read on its way: both are named first.
     */
    save: call
      .input(connectionDraft.extend({ secrets: givenSecrets, confirmed: z.boolean(), httpAccepted: z.boolean() }))
      .output(stakeAnswer.extend({ unencrypted: z.array(z.string()) })),
    /** Where secrets for a connection with these addresses come from, if they were given; never the secrets. */
    secretsFor: call
      .input(connectionDraft.omit({ clientId: true }))
      .output(connectionRecord.pick({ clientSecret: true, licenseCode: true })),
    /** Removes a secret of the addresses that are set up. */
    removeSecret: call.input(z.object({ name: givenSecrets.keyof() })).output(done),
    /** Asks the service for a token and for one cheap answer. */
    test: call.output(z.object({ ok: z.boolean(), error: errorRecord.optional() })),
  },
  diagnostics: {
    /** Looks at network, service, keychain, folders, disk, clock and state; nothing is changed. Takes up to a minute. */
    run: call.output(diagnosisRecord),
    /** Runs it, and puts together what support needs: nothing in it was named by a person, a file or a service. */
    bundle: call.output(bundleRecord),
  },
  state: {
    /** A person has read that the state was started again. */
    noteRead: call.output(done),
  },
  demo: {
    /** Starts the embedded service with demo products and adds a demo library. */
    start: call.output(done),
  },
  libraries: {
    /**
     * Not added where there is a `question` about the folder and nobody said yes. `wasLibrary`: the folder holds the
     * marker of a library; what is equal on both sides is recognised.
     */
    add: call.input(libraryDraft.extend({ confirmed: z.boolean() })).output(
      z.object({
        added: libraryRecord.extend({ wasLibrary: z.boolean() }).optional(),
        question: folderQuestion.optional(),
      }),
    ),
    /** Says that the folder of a paused library is the library, although its marker is gone. */
    confirm: call.input(z.object({ libraryId: z.string() })).output(done),
    /** Says where the folder of a library is now; its marker proves it. */
    relocate: call
      .input(z.object({ libraryId: z.string(), root: z.string().min(1).max(4_096) }))
      .output(z.object({ root: absolutePath })),
    /** Forgets the library; every file stays where it is. Asks back with the names of what is not on the service yet. */
    remove: call.input(z.object({ libraryId: z.string(), confirmed: z.boolean() })).output(stakeAnswer),
    /** Takes effect at once. Asks back with the names of what would no longer be sent by itself. */
    saveSettings: call
      .input(z.object({ libraryId: z.string(), settings: librarySettingsPatch, confirmed: z.boolean() }))
      .output(stakeAnswer),
    /** As `saveSettings`, for the programs it declares: files that belong to other ones then are judged anew. */
    savePrograms: call
      .input(z.object({ libraryId: z.string(), programs: programList, confirmed: z.boolean() }))
      .output(stakeAnswer),
    /** Versions on the service that the settings keep from being fetched. */
    notFetched: call
      .input(z.object({ libraryId: z.string(), limit: z.int().min(1).max(500) }))
      .output(z.array(notFetchedRecord)),
    scan: call.input(z.object({ libraryId: z.string() })).output(done),
    /** Answers a question about many changes; what came after it was asked goes on waiting. */
    answerChanges: call
      .input(
        z.object({
          libraryId: z.string(),
          ...changeQuestion.pick({ kind: true, lastChangeId: true }).shape,
          answer: changeAnswer,
        }),
      )
      .output(done),
    /** Lets the person pick a folder, where the host has a dialog for it; otherwise nothing is chosen. */
    chooseFolder: call.output(z.object({ supported: z.boolean(), root: z.string().optional() })),
  },
} as const;

export type WindowContract = typeof windowContract;
