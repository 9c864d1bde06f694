import { actionsFor } from '../../../electron/engine/explain/actions.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { Explanation } from '../../../shared/rpc/explanation.ts';
import type { FileRecord, FileState } from '../../../shared/rpc/file-records.ts';

const minute = 60_000;

const withheld = new Set<ErrorCode>(['folder-unreadable', 'backslash-in-name', 'garbled-name']);

type Explain = (file: FileRecord) => Omit<Explanation, 'sinceMs'>;

/** A reason that fits each state of the examples. */
const explanations: Readonly<Record<FileState, Explain>> = {
  upToDate: ({ version = '1.0', modifiedAtMs }) => ({
    reason: { code: 'upToDate', version, confirmedAtMs: modifiedAtMs, scannedAtMs: modifiedAtMs },
    next: { code: 'checkedAgain' },
    actions: [],
  }),
  unconfirmed: ({ version = '1.0', modifiedAtMs }) => ({
    reason: { code: 'notConfirmed', version, because: 'offline', confirmedAtMs: modifiedAtMs },
    next: { code: 'serviceAskedAgain', atMs: modifiedAtMs + minute },
    actions: ['try-now'],
  }),
  draft: ({ version = '0.1', modifiedAtMs }) => ({
    reason: { code: 'draft', version, confirmedAtMs: modifiedAtMs, scannedAtMs: modifiedAtMs },
    next: { code: 'checkedAgain' },
    actions: ['publish'],
  }),
  settling: () => ({ reason: { code: 'stillChanging' }, next: { code: 'readWhenStill' }, actions: [] }),
  missing: () => ({ reason: { code: 'missingForNow' }, next: { code: 'countsAsRemoved' }, actions: [] }),
  waiting: () => ({
    reason: { code: 'offline', operation: 'upload', error: { code: 'service-unreachable' } },
    next: { code: 'serviceAskedAgain' },
    actions: ['try-now'],
    entryId: 7,
  }),
  releaseQueued: ({ version = '0.1' }) => ({
    reason: { code: 'releaseQueued', version },
    next: { code: 'published' },
    actions: [],
    release: 'these',
    entryId: 8,
  }),
  notSent: () => ({
    reason: { code: 'heldBack', would: 'upload', because: 'onPublish' },
    next: { code: 'afterYou' },
    actions: ['publish'],
  }),
  notFetched: () => ({
    reason: { code: 'heldBack', would: 'download', because: 'direction', version: '4.4' },
    next: { code: 'staysAsItIs' },
    actions: [],
  }),
  uploading: () => ({ reason: { code: 'sending', operation: 'upload' }, next: { code: 'nothing' }, actions: [] }),
  downloading: () => ({ reason: { code: 'sending', operation: 'download' }, next: { code: 'nothing' }, actions: [] }),
  conflict: ({ modifiedAtMs }) => ({
    reason: { code: 'conflict', theirVersion: '4.4', theirChangedAtMs: modifiedAtMs - 60 * minute },
    next: { code: 'afterYou' },
    actions: ['resolve-conflict'],
  }),
  needsYou: ({ error = { code: 'request-rejected' } }) => {
    const isWithheld = withheld.has(error.code);
    if (isWithheld)
      return {
        reason: { code: 'cannotTakePart', error },
        next: { code: error.code === 'folder-unreadable' ? 'folderLookedAtAgain' : 'afterYou' },
        actions: actionsFor(error),
      };
    if (error.code === 'file-read-only')
      return {
        reason: { code: 'needsPerson', operation: 'download', error },
        next: { code: 'triedAgain' },
        actions: ['lift-read-only', 'try-now'],
        entryId: 6,
      };
    return error.code === 'license-code-rejected'
      ? {
          reason: { code: 'licenseRejected', operation: 'upload' },
          next: { code: 'afterYou' },
          actions: ['enter-license-code'],
          entryId: 4,
        }
      : {
          reason: { code: 'needsPerson', operation: 'upload', error },
          next: { code: 'afterYou' },
          actions: [],
          entryId: 5,
        };
  },
  unassigned: () => ({
    reason: { code: 'unassigned', missing: 'both' },
    next: { code: 'afterYou' },
    actions: ['choose-class'],
  }),
  otherProgram: () => ({
    reason: { code: 'newerProgram', found: 'Revit 2026', declared: 'Revit 2025' },
    next: { code: 'afterYou' },
    actions: ['raise-version', 'link-program'],
  }),
  doublyClaimed: () => ({
    reason: { code: 'doublyClaimed', rivals: ['Sanitary/Washbasin 600.rfa'], rivalCount: 1 },
    next: { code: 'afterYou' },
    actions: ['pick-file', 'move-or-reassign'],
  }),
  releaseLost: ({ version }) => ({
    reason: { code: 'releaseLost', version: version ?? '0.1', lost: '1.0' },
    next: { code: 'afterYou' },
    actions: ['publish'],
  }),
  removedHere: ({ version }) => ({
    reason: { code: 'removedHere', version },
    next: { code: 'staysAsItIs' },
    actions: ['put-back'],
  }),
  openElsewhere: ({ program }) => ({
    reason: { code: 'openInProgram', program: program ?? 'Inventor' },
    next: { code: 'readWhenClosed' },
    actions: ['close-file'],
  }),
};

export function exampleExplanation(file: FileRecord): Explanation {
  return { ...explanations[file.state](file), sinceMs: file.modifiedAtMs };
}
