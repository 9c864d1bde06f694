import { z } from 'zod';
import { absolutePath, done, key, stakeAnswer } from './call-shapes.ts';
import { call } from './call.ts';
import { librarySettingsPatch, librarySettingsSchema } from './library-settings.ts';
import {
  changeAnswer,
  changeQuestion,
  folderQuestion,
  havingRecord,
  libraryRecord,
  notFetchedRecord,
  wantAnswer,
} from './library-records.ts';
import { declaredPrograms, programList } from './program-record.ts';

const libraryDraft = z.object({
  root: z.string().min(1).max(4_096),
  programs: programList,
  languageCode: z.string().max(16).optional(),
  /** Without, as is usual for one more library of its program, or for the first. */
  fetch: librarySettingsSchema.shape.fetch.unwrap().optional(),
});

/** Whether a person said yes to what is at stake. */
const yes = {
  confirmed: z.boolean(),
  /** What the question named: a release that was queued since is asked about. Without, the yes is to all of them. */
  lastReleaseId: z.int().optional(),
};
export type StakeYes = z.output<z.ZodObject<typeof yes>>;

/** Libraries: folders of this computer, and what each of them is for. */
export const libraryCalls = {
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
    /**
     * Says where the folder of a library is now; its marker proves it. `displaced`: another one, which was known to be
     * there, is looked for at the old place.
     */
    relocate: call
      .input(z.object({ libraryId: z.string(), root: z.string().min(1).max(4_096) }))
      .output(z.object({ root: absolutePath, displaced: z.boolean() })),
    /** Forgets the library; every file stays where it is. Asks back with the names of what is not on the service yet. */
    remove: call.input(z.object({ libraryId: z.string(), ...yes })).output(stakeAnswer),
    /**
     * Takes effect at once. Asks back with the names of what would no longer be sent by itself. `shown`: what the change
     * was made of; `changed-meanwhile` where something else is set by now.
     */
    saveSettings: call
      .input(
        z.object({
          libraryId: z.string(),
          settings: librarySettingsPatch,
          shown: librarySettingsPatch.optional(),
          ...yes,
        }),
      )
      .output(stakeAnswer),
    /** As `saveSettings`, for the programs it declares: files that belong to other ones then are judged anew. */
    savePrograms: call
      .input(z.object({ libraryId: z.string(), programs: programList, shown: declaredPrograms.optional(), ...yes }))
      .output(stakeAnswer),
    /** Versions on the service that the settings keep from being fetched. */
    notFetched: call
      .input(z.object({ libraryId: z.string(), limit: z.int().min(1).max(500) }))
      .output(z.array(notFetchedRecord)),
    /** Which libraries have files of these keys, or are about to as a person wants them. */
    having: call.input(z.object({ keys: z.array(key).max(100) })).output(z.array(havingRecord)),
    /**
     * Has a file of the service come into a library, whatever its settings say of what is fetched. `invalid-request` for
     * a file of a program that the library is not for.
     */
    want: call.input(z.object({ libraryId: z.string(), key })).output(wantAnswer),
    /**
     * Takes that back. The file that came goes to the kept files; one that was saved since stays, and `stays` says so.
     * `unknown-item` where the library does not want it.
     */
    unwant: call.input(z.object({ libraryId: z.string(), key })).output(z.object({ stays: z.boolean() })),
    scan: call.input(z.object({ libraryId: z.string() })).output(done),
    /**
     * Answers a question about many changes; what came after it was asked goes on waiting. `count` is of how many files it is
     * the answer: fewer than were asked about where others were answered before, or need none any more.
     */
    answerChanges: call
      .input(
        z.object({
          libraryId: z.string(),
          ...changeQuestion.pick({ kind: true, lastChangeId: true }).shape,
          answer: changeAnswer,
        }),
      )
      .output(z.object({ count: z.int() })),
    /** Lets the person pick a folder, where the host has a dialog for it; otherwise nothing is chosen. */
    chooseFolder: call.output(z.object({ supported: z.boolean(), root: z.string().optional() })),
  },
} as const;
