import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { libraryHolding } from '../../engine/explain/status-reader.ts';
import type { Ports } from '../../engine/ports.ts';
import { createQueue, type Queue } from '../../engine/queue/queue.ts';
import { createJudgement } from '../../engine/run/judgement.ts';
import { createLibraryContext, type LibraryContext } from '../../engine/run/library-context.ts';
import { createFileList, type FileList } from '../../engine/state/file-list.ts';
import { createLibraries, type Libraries } from '../../engine/state/libraries.ts';
import { createEnginePorts } from '../engine-ports.ts';
import { serviceOf } from './state-folders.ts';

/** The libraries of a state folder while no engine runs with it: what is changed here, the next run goes on with. */
export interface LibrariesAtRest {
  readonly ports: Ports;
  readonly queue: Queue;
  readonly fileList: FileList;
  readonly libraries: Libraries;
  readonly contexts: readonly LibraryContext[];
  /** The service whose trees are looked at; it is not asked. */
  readonly serviceId: string | undefined;
}

/** @throws AppError `unknown-item` where there is no state, `library-in-use` while the app or a sync runs on it */
export async function withLibraries<T>(stateDir: string, use: (at: LibrariesAtRest) => Promise<T>): Promise<T> {
  if (!existsSync(join(stateDir, 'state.db'))) {
    throw new AppError('unknown-item', { detail: `There is no state in ${stateDir}.` });
  }
  let serviceId: string | undefined;
  const refuse = () => Promise.reject(new AppError('not-connected'));
  const service = { call: refuse, upload: refuse, download: refuse };
  const ports = createEnginePorts(
    stateDir,
    { current: () => (serviceId === undefined ? undefined : { service, serviceId }) },
    () => undefined,
  );
  const { database, clock } = ports;
  try {
    serviceId = serviceOf(database);
    const queue = createQueue(
      database,
      () => clock.steadyMs(),
      () => clock.now(),
    );
    const libraries = createLibraries(database);
    const contexts = libraries.all().map((library) => createLibraryContext(ports, queue, library, () => 0));
    const moment = () => ({ nowMs: clock.now(), absenceGraceMs: 0 });
    const judgements = contexts.map((context) => createJudgement({ database, queue, moment }, context));
    const fileList = createFileList(database, {
      isRunning: (entryId) => queue.isRunning(entryId),
      isConfirmed: () => false,
      refresh: () => judgements.forEach((judgement) => judgement.refresh()),
    });
    return await use({ ports, queue, fileList, libraries, contexts, serviceId });
  } finally {
    database.close();
  }
}

/**
 * The library that holds a path, with the path below it as the library knows it.
 * @param absolute full and canonical
 * @throws AppError `unknown-item`
 */
export function fileAt(
  contexts: readonly LibraryContext[],
  absolute: string,
): { readonly context: LibraryContext; readonly path: string } {
  const found = libraryHolding(
    contexts.map((context) => ({ context, root: context.library.root })),
    absolute,
  );
  if (!found) throw new AppError('unknown-item', { detail: `${absolute} is in no library of this state folder.` });
  const { context } = found.library;
  return { context, path: context.files.knownPath(found.path) ?? found.path };
}
