import { implement } from '@orpc/server';
import { commandContract } from '../../shared/rpc/command-contract.ts';
import type { AddInCalls } from '../engine/application/add-ins.ts';
import type { EngineRequests } from '../engine/application/engine-requests.ts';
import type { DiagnosticCalls } from '../engine/application/host-ports.ts';
import { done } from './done.ts';
import { withWireErrors } from './wire-error.ts';

/**
 * The calls that commands make, on an engine; the window's router takes from here what both ask.
 * @param whenStarted resolves when the libraries of the run have been started: before, only how things stand is told
 */
export function createCommandRouter(
  requests: EngineRequests & { readonly diagnostics: DiagnosticCalls; readonly addIns: AddInCalls },
  whenStarted: () => Promise<unknown>,
) {
  const { engine, diagnostics } = requests;
  const { atOnce, started } = proceduresFor(whenStarted);
  return atOnce.router({
    status: {
      overview: atOnce.status.overview.handler(() => engine.statusReader.overview()),
      explain: atOnce.status.explain.handler(({ input }) => engine.statusReader.explain(input.paths)),
    },
    files: createFileCalls(requests, started),
    diagnostics: {
      run: atOnce.diagnostics.run.handler(() => diagnostics.run()),
      bundle: atOnce.diagnostics.bundle.handler(() => diagnostics.bundle()),
    },
    addIns: createAddInCalls(requests.addIns, atOnce),
    writes: createWriteCalls(requests.addIns, atOnce),
    versions: { list: started.versions.list.handler(({ input }) => requests.history(input.key)) },
    libraries: {
      list: atOnce.libraries.list.handler(() => requests.libraries()),
      ...createLibraryCalls(requests, started),
    },
  });
}

export type CommandRouter = ReturnType<typeof createCommandRouter>;

/** The procedures of the contract: those that are answered at once, and those that wait for the libraries. */
function proceduresFor(whenStarted: () => Promise<unknown>) {
  const atOnce = implement(commandContract).use(withWireErrors);
  const started = atOnce.use(async ({ next }) => {
    await whenStarted();
    return next();
  });
  return { atOnce, started };
}

type Procedures = ReturnType<typeof proceduresFor>;

function createAddInCalls(addIns: AddInCalls, os: Procedures['atOnce']) {
  return {
    state: os.addIns.state.handler(() => addIns.state()),
    turn: os.addIns.turn.handler(({ input }) => addIns.turn(input.on, input.port)),
    renew: os.addIns.renew.handler(() => addIns.renew()),
  };
}

function createWriteCalls({ writes }: AddInCalls, os: Procedures['atOnce']) {
  return {
    list: os.writes.list.handler(() => writes.list()),
    retry: os.writes.retry.handler(done(({ input }) => writes.retry(input.writeId))),
    discard: os.writes.discard.handler(done(({ input }) => writes.discard(input.writeId))),
    storeFilter: os.writes.storeFilter.handler(({ input }) => writes.storeFilter(input)),
    requestValidation: os.writes.requestValidation.handler(({ input }) => writes.requestValidation(input)),
    addStandard: os.writes.addStandard.handler(({ input }) => writes.addStandard(input)),
    setBimReady: os.writes.setBimReady.handler(({ input }) => writes.setBimReady(input)),
    filterNow: os.writes.filterNow.handler(({ input }) => writes.filterNow(input)),
  };
}

function createFileCalls({ engine, files }: EngineRequests, os: Procedures['started']) {
  return {
    at: os.files.at.handler(({ input }) => files.at(input.paths)),
    conflict: os.files.conflict.handler(({ input }) => files.conflict(input.fileId)),
    conflictsBelow: os.files.conflictsBelow.handler(({ input }) => ({ paths: files.conflictsBelow(input.path) })),
    get: os.files.get.handler(({ input }) => files.detail(input.fileId)),
    assign: os.files.assign.handler(async ({ input }) => ({ assignId: await files.assign(input.assignments) })),
    sharing: os.files.sharing.handler(({ input }) => ({ sharing: files.sharing(input.fileIds) })),
    pick: os.files.pick.handler(({ input }) => files.pick(input.fileId)),
    resolveConflict: os.files.resolveConflict.handler(({ input }) => files.resolveConflict(input)),
    undoResolve: os.files.undoResolve.handler(({ input }) => files.undoResolve(input)),
    backups: os.files.backups.handler(({ input }) => files.backups(input)),
    restoreBackup: os.files.restoreBackup.handler(({ input }) =>
      engine.earlierCopies.restore(input.backupId, input.bytesTag),
    ),
    leaveBackup: os.files.leaveBackup.handler(done(({ input }) => engine.earlierCopies.leave(input.backupId))),
    ignoreLock: os.files.ignoreLock.handler(async ({ input }) => ({ ignored: await files.ignoreLock(input.fileId) })),
    publish: os.files.publish.handler(({ input }) => files.publish(input.fileIds, input.comment)),
    withdrawRelease: os.files.withdrawRelease.handler(({ input }) => files.withdrawRelease(input.fileIds)),
    restore: os.files.restore.handler(({ input }) => files.answerRemovals(input, 'restore')),
  };
}

function createLibraryCalls({ engine, libraryChanges }: EngineRequests, os: Procedures['started']) {
  return {
    confirm: os.libraries.confirm.handler(done(({ input }) => engine.confirmLibrary(input.libraryId))),
    relocate: os.libraries.relocate.handler(({ input }) => engine.relocateLibrary(input.libraryId, input.root)),
    remove: os.libraries.remove.handler(({ input }) => libraryChanges.remove(input.libraryId, input)),
    saveSettings: os.libraries.saveSettings.handler(({ input }) =>
      libraryChanges.saveSettings(input.libraryId, input.settings, input),
    ),
    savePrograms: os.libraries.savePrograms.handler(({ input }) =>
      libraryChanges.savePrograms(input.libraryId, input.programs, input),
    ),
    want: os.libraries.want.handler(({ input }) => engine.wantFile(input.libraryId, input.key)),
    unwant: os.libraries.unwant.handler(async ({ input }) => ({
      stays: await engine.unwantFile(input.libraryId, input.key),
    })),
  };
}
