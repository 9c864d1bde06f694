import { AppError } from '../../../shared/errors/app-error.ts';
import type { LibraryContext } from '../../engine/run/library-context.ts';
import { answerRemoval } from '../../engine/run/removals.ts';
import { fileAt, withLibraries } from './libraries-at-rest.ts';
import { exitCodes, printResult } from './output.ts';
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
  const named = wanted === 'all' ? [] : await Promise.all(wanted.map(canonical));
  return withLibraries(stateDir, async ({ ports: { database, clock, disk }, contexts, fileList, serviceId }) => {
    const gone =
      wanted === 'all'
        ? contexts.flatMap((context) => restorable(context, fileList.removed(serviceId, context.library.libraryId)))
        : named.map((path) => goneFileAt(contexts, path));
    database.transaction(() => {
      for (const { context, path } of gone) note(context, path, clock.now());
    });
    const paths = gone.map(({ context, path }) => disk.absolute(context.library.root, path));
    printResult(json, { paths }, (told) =>
      told.paths.length === 0
        ? 'Nothing that is gone can be restored.'
        : [...told.paths, 'The next sync fetches what is named here.'].join('\n'),
    );
    return exitCodes.done;
  });
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
  const { context, path } = fileAt(contexts, absolute);
  if (context.files.get(path)?.goneSinceMs === undefined) {
    throw new AppError('unknown-item', { detail: `${absolute} is not known to be gone.` });
  }
  return { context, path };
}

function note(context: LibraryContext, path: string, nowMs: number): void {
  const key = context.files.get(path)?.key;
  if (key === undefined) throw new AppError('unknown-item', { detail: `${path} has no class.` });
  answerRemoval(context, key, 'restore', nowMs);
}
