import type { ContractRouterClient } from '@orpc/contract';
import { z } from 'zod';
import { call } from './call.ts';
import { fileId } from './call-shapes.ts';
import { windowContract } from './contract.ts';
import { savedSelection } from './selection-records.ts';
import { productIds, standardList, standardName, standing, waits } from './service-records.ts';
import { ticketNumber, validationDraft } from './validation-records.ts';
import { libraryRecord } from './library-records.ts';
import { longestComment, mostReleasedAtOnce } from './release-limits.ts';
import { filesWithdrawn, publishAnswer } from './release-records.ts';
import { explainedPaths, statusOverview } from './status-answer.ts';

/** Full, canonical paths on this computer. */
const path = z.string().max(32_768);
const paths = z.object({ paths: z.array(path).max(10_000) });

/** One of the two versions of a file in conflict. */
const conflictSide = z.object({
  /** Where its bytes are on this computer. */
  path: z.string(),
  changedAtMs: z.number().optional(),
  sizeBytes: z.int().optional(),
});

/** Both versions of a file in conflict, as they are now. */
const conflictSides = z.object({
  key: z.string(),
  mine: conflictSide,
  theirs: conflictSide.extend({ version: z.string() }),
});
export type ConflictSides = z.output<typeof conflictSides>;

/** A file that a command named by its path. */
const namedFile = z.object({
  fileId: z.string(),
  absolutePath: z.string(),
  /** Whether its library is synced right now; otherwise the next sync goes on with what is said about it. */
  isSynced: z.boolean(),
  /** Whether a person paused its library: then nothing goes on with it before they resume it. */
  isPaused: z.boolean(),
});
export type NamedFile = z.output<typeof namedFile>;

const released = { fileIds: z.array(z.string()).min(1).max(mostReleasedAtOnce) };

/** A library as it is set, whether or not it is synced right now. */
const knownLibrary = libraryRecord
  .pick({ libraryId: true, name: true, root: true, programs: true, settings: true })
  .extend({ isSynced: z.boolean() });
export type KnownLibrary = z.output<typeof knownLibrary>;

const { files, versions, libraries, diagnostics, addIns, writes } = windowContract;

const { filterId } = savedSelection.shape;
const { shape: asked } = z.object({
  /** The service that the command names, which has to be the one that is connected. */
  serviceId: z.string().min(1).max(2_048),
  productIds,
  languageCode: z.string().max(16).optional(),
});
const { serviceId } = asked;

/** What commands have wait while the service is away. Refused with `not-connected` where another one is connected. */
const commandWriteInputs = {
  storeFilter: z.object(asked),
  /** `ticketNumber` and `askedMs`: asked again it is the same request. */
  requestValidation: validationDraft.extend({ serviceId, askedMs: z.number(), ticketNumber }),
  addStandard: z.object({ serviceId, name: standardName }),
  setBimReady: z.object({ serviceId, productIds, isReady: z.boolean() }),
  filterNow: z.object({ serviceId, filterId }),
};
export type CommandWriteInput = {
  readonly [Name in keyof typeof commandWriteInputs]: z.output<(typeof commandWriteInputs)[Name]>;
};

const commandWrites = {
  storeFilter: call.input(commandWriteInputs.storeFilter).output(z.object({ filterId, ...waits })),
  requestValidation: call
    .input(commandWriteInputs.requestValidation)
    .output(z.object({ ticketNumber: z.string(), ...waits })),
  addStandard: call.input(commandWriteInputs.addStandard).output(standardList.extend(waits)),
  setBimReady: call.input(commandWriteInputs.setBimReady).output(z.object(waits)),
  /** The id that a filter has now, and how it stands that the service may not have yet. */
  filterNow: call.input(commandWriteInputs.filterNow).output(standing.extend({ filterId })),
} as const;

/**
 * What a command may ask of an engine: what the window asks, as far as commands do the same, and what only they need,
 * because they know files by their paths. Connections, their secrets and other settings of the app are not part of it.
 */
export const commandContract = {
  status: {
    overview: call.output(statusOverview),
    explain: call.input(paths).output(explainedPaths),
  },
  files: {
    /** The files at these paths, known or not, in this order. Refused with `unknown-item` for one in no library. */
    at: call.input(paths).output(z.array(namedFile)),
    /** Refused with `unknown-item` for a file that is in no conflict or gone. */
    conflict: call.input(fileId).output(conflictSides),
    /** Where all files in conflict below a folder of a library are; none for any other path. */
    conflictsBelow: call.input(z.object({ path })).output(z.object({ paths: z.array(z.string()) })),
    get: files.get,
    assign: files.assign,
    /** The files of each content key that some of these, of one library, share with others: none of them is sent. */
    sharing: call
      .input(z.object({ fileIds: z.array(z.string()).min(1).max(10_000) }))
      .output(z.object({ sharing: z.array(z.array(z.string())) })),
    pick: files.pick,
    resolveConflict: files.resolveConflict,
    undoResolve: files.undoResolve,
    backups: files.backups,
    restoreBackup: files.restoreBackup,
    leaveBackup: files.leaveBackup,
    ignoreLock: files.ignoreLock,
    restore: files.restore,
    /** As `publish.release` of the window does, of files by their ids. */
    publish: call.input(z.object({ ...released, comment: z.string().max(longestComment) })).output(publishAnswer),
    /** Takes back releases of these files, as far as they were not sent. */
    withdrawRelease: call.input(z.object(released)).output(filesWithdrawn),
  },
  versions: { list: versions.list },
  diagnostics,
  addIns,
  writes: { ...writes, ...commandWrites },
  libraries: {
    list: call.output(z.array(knownLibrary)),
    confirm: libraries.confirm,
    relocate: libraries.relocate,
    remove: libraries.remove,
    saveSettings: libraries.saveSettings,
    savePrograms: libraries.savePrograms,
    want: libraries.want,
    unwant: libraries.unwant,
  },
} as const;

/** The calls of an engine, as a command makes them: of one that runs, or of the state while none does. */
export type EngineCalls = ContractRouterClient<typeof commandContract>;
