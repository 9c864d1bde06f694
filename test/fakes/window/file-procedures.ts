import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { Answering } from './engine-state.ts';
import { exampleExplanation } from './explanations.ts';
import { detailOf, filesToAssign, listFiles } from './file-answers.ts';
import { exampleNow } from './file-rows.ts';

/** What the fake engine answers about files. */
export function createFileProcedures(answering: Answering) {
  return {
    ...createReading(answering),
    ...createAssigning(answering),
    ...createPicking(answering),
    ...createResolving(answering),
    ...createBackups(answering),
    ...createRemovals(answering),
  };
}

/** Which there are, and what is known of each. */
function createReading({ os, state, log }: Answering) {
  const fileOf = (fileId: string) => state.files.find((file) => file.fileId === fileId);
  const releaseOf = (key: string | undefined) => {
    const entry = state.queue.find(({ operation, key: other }) => operation === 'release' && other === key);
    const isFailed = entry?.state === 'needsAttention' ? (true as const) : undefined;
    return entry && { entryId: entry.entryId, comment: entry.comment ?? '', isFailed };
  };

  return {
    list: os.files.list.handler(({ input }) => listFiles(state.files, input)),
    choose: os.files.choose.handler(({ input }) => listFiles(state.files, input).rows),
    openTheirs: os.files.openTheirs.handler(() => ({})),
    get: os.files.get.handler(({ input, errors }) => {
      const file = fileOf(input.fileId);
      if (!file) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
      const answered = file.state !== 'conflict' && file.fileId === 'file-8' ? state.answered : undefined;
      return { ...detailOf(file, state.files, releaseOf(file.key)), answered };
    }),
    whereNow: os.files.whereNow.handler(({ input }) => ({
      now: state.files.find(({ key }) => key !== undefined && key === input.key),
    })),
    explain: os.files.explain.handler(({ input, errors }) => {
      const file = fileOf(input.fileId);
      if (!file) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
      return exampleExplanation(file);
    }),
    toAssign: os.files.toAssign.handler(({ input }) => filesToAssign(input, state.files)),
    open: os.files.open.handler(() => ({})),
    reveal: os.files.reveal.handler(() => ({})),
    ignoreLock: os.files.ignoreLock.handler(({ input }) => {
      state.files = state.files.map((file) => (file.fileId === input.fileId ? { ...file, state: 'waiting' } : file));
      log.publish({ kind: 'files', fileIds: [input.fileId] });
      return { ignored: [] };
    }),
  };
}

/** Files are given classes, which can be undone. */
function createAssigning({ os, state, log }: Answering) {
  let assignedFrom = state.files;

  return {
    assign: os.files.assign.handler(({ input }) => {
      assignedFrom = state.files;
      for (const { fileIds, etimClassCode, modellingClassCode } of input.assignments) {
        state.files = state.files.map((file) =>
          fileIds.includes(file.fileId)
            ? { ...file, state: 'waiting', etimClassCode, modellingClassCode, key: `assigned/${file.fileId}` }
            : file,
        );
        log.publish({ kind: 'files', fileIds });
      }
      return { assignId: 'the answer' };
    }),
    undoAssign: os.files.undoAssign.handler(() => {
      state.files = assignedFrom;
      log.publish({ kind: 'files', fileIds: [] });
      return { left: 0 };
    }),
  };
}

/** Of files that share a key one is picked, which can be undone. */
function createPicking({ os, state, log }: Answering) {
  let pickedFrom = state.files;

  return {
    pick: os.files.pick.handler(({ input, errors }) => {
      const copy = state.files.find((file) => file.state === 'doublyClaimed');
      if (!copy) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
      pickedFrom = state.files;
      const claimants = [copy.path, copy.path.replace(' copy.', '.')];
      state.files = state.files.map((file): FileRecord => {
        if (!claimants.includes(file.path)) return file;
        return { ...file, state: file.fileId === input.fileId ? 'draft' : 'unassigned' };
      });
      log.publish({ kind: 'files', fileIds: [] });
      return { pickId: 'the pick', unassigned: [copy.path] };
    }),
    undoPick: os.files.undoPick.handler(() => {
      state.files = pickedFrom;
      log.publish({ kind: 'files', fileIds: [] });
      return { left: 0 };
    }),
  };
}

/** Conflicts are ended, which can be undone until something was sent. */
function createResolving({ os, state, log }: Answering) {
  return {
    resolveConflict: os.files.resolveConflict.handler(({ input }) => {
      const resolved = input.choice === 'keepMine' ? 'waiting' : 'draft';
      state.files = state.files.map((file) => (file.fileId === input.fileId ? { ...file, state: resolved } : file));
      log.publish({ kind: 'files', fileIds: [input.fileId] });
      state.answered = { choice: input.choice, theirVersion: '4.4', atMs: exampleNow };
      return { ...state.answered, key: input.key ?? 'the key' };
    }),
    undoResolve: os.files.undoResolve.handler(({ input }) => {
      if (state.wentOutAs !== undefined) return { reopened: false, version: state.wentOutAs };
      state.answered = undefined;
      state.files = state.files.map((file) => (file.fileId === input.fileId ? { ...file, state: 'conflict' } : file));
      log.publish({ kind: 'files', fileIds: [input.fileId] });
      return { reopened: true };
    }),
  };
}

/** Copies that were kept of files. */
function createBackups({ os, state }: Answering) {
  const fileOf = (fileId: string) => state.files.find((file) => file.fileId === fileId);
  const forgetBackup = (backupId: string): void => {
    state.backups = state.backups.filter((copy) => copy.backupId !== backupId);
  };

  return {
    backups: os.files.backups.handler(({ input }) => {
      const path = input.fileId === undefined ? undefined : fileOf(input.fileId)?.path;
      const rows = state.backups.filter(
        (copy) =>
          (input.fileId === undefined || copy.path === path) && (!input.savedLate || copy.reason === 'savedLate'),
      );
      return { total: rows.length, rows: rows.slice(input.offset, input.offset + input.limit) };
    }),
    restoreBackup: os.files.restoreBackup.handler(({ input, errors }) => {
      const copy = state.backups.find(({ backupId }) => backupId === input.backupId);
      if (!copy) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
      forgetBackup(input.backupId);
      return { path: copy.target, next: 'sent' };
    }),
    leaveBackup: os.files.leaveBackup.handler(({ input }) => {
      state.backups = state.backups.map((copy) =>
        copy.backupId === input.backupId ? { ...copy, reason: 'savedLateLeft' } : copy,
      );
      return {};
    }),
    deleteBackup: os.files.deleteBackup.handler(({ input }) => {
      forgetBackup(input.backupId);
      return {};
    }),
  };
}

/** Files that are gone come back, or are meant to be gone. */
function createRemovals({ os, state, log }: Answering) {
  let hidden: FileRecord[] = [];
  return {
    restore: os.files.restore.handler(({ input }) => {
      const isMeant = (file: FileRecord) =>
        file.state === 'removedHere' && (input.fileIds === undefined || input.fileIds.includes(file.fileId));
      const fileIds = state.files.filter(isMeant).map((file) => file.fileId);
      state.files = state.files.map((file) => (isMeant(file) ? { ...file, state: 'downloading' } : file));
      log.publish({ kind: 'files', fileIds });
      return { count: fileIds.length, paths: [] };
    }),
    confirmRemoval: os.files.confirmRemoval.handler(({ input }) => {
      const fileIds = input.fileIds ?? [];
      hidden = state.files.filter((file) => fileIds.includes(file.fileId));
      state.files = state.files.filter((file) => !fileIds.includes(file.fileId));
      log.publish({ kind: 'files', fileIds });
      return { count: fileIds.length };
    }),
    undoConfirmRemoval: os.files.undoConfirmRemoval.handler(({ input: { fileId } }) => {
      state.files = [...state.files, ...hidden];
      log.publish({ kind: 'files', fileIds: [fileId] });
      return {};
    }),
  };
}
