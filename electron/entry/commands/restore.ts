import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { libraryHolding } from '../../engine/explain/status-reader.ts';
import { createQueue } from '../../engine/queue/queue.ts';
import { createLibraryContext, type LibraryContext } from '../../engine/run/library-context.ts';
import { answerRemoval } from '../../engine/run/removals.ts';
import { createFileList } from '../../engine/state/file-list.ts';
import { createLibraries } from '../../engine/state/libraries.ts';
import { createEnginePorts } from '../engine-ports.ts';
import { exitCodes, printResult } from './output.ts';
import { serviceOf } from './state-folders.ts';
import { canonical } from './status.ts';

interface Asking {
  readonly stateDir: string;
  readonly json: boolean;
}

interface GoneFile {
  readonly context: LibraryContext;
  readonly path: string;
}

/**
 * Notes that files which are gone are wanted back: these, or all that count as removed here. The next sync fetches them
 * to their old paths; nothing is replaced.
 * @returns the exit code
 * @throws AppError `unknown-item` for a file that is not gone or in no library of the state folder, `not-found` for one
 * of which the service has nothing; then none of them is noted
 */
export async function restoreCommand(wanted: readonly string[] | 'all', { stateDir, json }: Asking): Promise<number> {
  if (!existsSync(join(stateDir, 'state.db'))) {
    throw new AppError('unknown-item', { detail: `There is no state in ${stateDir}.` });
  }
  const named = wanted === 'all' ? [] : await Promise.all(wanted.map(canonical));
  let serviceId: string | undefined;
  // What was agreed with the service is read; it is not asked.
  const refuse = () => Promise.reject(new AppError('not-connected'));
  const service = { call: refuse, upload: refuse, download: refuse };
  const ports = createEnginePorts(
    stateDir,
    { current: () => (serviceId === undefined ? undefined : { service, serviceId }) },
    () => undefined,
  );
  const { database, clock, disk } = ports;
  try {
    serviceId = serviceOf(database);
    const queue = createQueue(
      database,
      () => clock.steadyMs(),
      () => clock.now(),
    );
    const contexts = createLibraries(database)
      .all()
      .map((library) => createLibraryContext(ports, queue, library, () => 0));
    const fileList = createFileList(database, {
      isRunning: (entryId) => queue.isRunning(entryId),
      isConfirmed: () => false,
      goneBeforeMs: () => clock.now(),
    });
    const gone =
      wanted === 'all'
        ? contexts.flatMap((context) => restorable(context, fileList.removed(serviceId, context.library.libraryId)))
        : named.map((path) => goneFileAt(contexts, path));
    database.transaction(() => {
      for (const { context, path } of gone) note(context, path, clock.now());
    });
    const paths = gone.map(({ context, path }) => disk.absolute(context.library.root, path));
    printResult(json, { paths }, () =>
      paths.length === 0
        ? 'Nothing that is gone can be restored.'
        : [...paths, 'The next sync fetches what is named here.'].join('\n'),
    );
    return exitCodes.done;
  } finally {
    database.close();
  }
}

/** Those of which the service has a version. */
function restorable(context: LibraryContext, paths: readonly string[]): GoneFile[] {
  return paths
    .filter((path) => {
      const key = context.files.get(path)?.key;
      return key !== undefined && context.trees()?.remote(key) !== undefined;
    })
    .map((path) => ({ context, path }));
}

/** @throws AppError `unknown-item` */
function goneFileAt(contexts: readonly LibraryContext[], absolute: string): GoneFile {
  const found = libraryHolding(
    contexts.map((context) => ({ context, root: context.library.root })),
    absolute,
  );
  if (!found) throw new AppError('unknown-item', { detail: `${absolute} is in no library of this state folder.` });
  const { context } = found.library;
  const path = context.files.knownPath(found.path);
  if (path === undefined || context.files.get(path)?.goneSinceMs === undefined) {
    throw new AppError('unknown-item', { detail: `${absolute} is not known to be gone.` });
  }
  return { context, path };
}

function note(context: LibraryContext, path: string, nowMs: number): void {
  const key = context.files.get(path)?.key;
  if (key === undefined) throw new AppError('unknown-item', { detail: `${path} has no class.` });
  answerRemoval(context, key, 'restore', nowMs);
}
