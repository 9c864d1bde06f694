import { guard } from '../disk-error.ts';
import { thisDiskSystem, type DiskSystem } from '../disk-system.ts';
import type { Outside } from '../reading/questions.ts';
import type { Place } from '../real-place.ts';
import { createThreadLane } from '../thread-lane.ts';
import { createThreadsByDrive } from '../threads-by-drive.ts';
import { makeFolders } from './make-folders.ts';
import { putWhole, type WholeFile } from './put-whole.ts';
import type { Writing, Written } from './writings.ts';

async function putHere(file: WholeFile, system: DiskSystem): Promise<Outside> {
  const [put] = await putWhole([file], system);
  if (put && 'outside' in put) return put.outside;
  throw put?.error;
}

async function makeHere(folder: Place, system: DiskSystem): Promise<undefined> {
  const [failure] = await makeFolders([folder], system);
  if (failure) throw failure.error;
}

let turn: Promise<unknown> = Promise.resolve();

/** One after the other: so nobody finds a folder that another one has not flushed the name of. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

const createLane = () =>
  createThreadLane<Writing, Written>({
    source: import.meta.url,
    script: 'writing-worker',
    answerHere: (writing) =>
      inTurn<Written>(() =>
        'bytes' in writing ? putHere(writing, thisDiskSystem) : makeHere(writing, thisDiskSystem),
      ),
  });

const byDrive = createThreadsByDrive(createLane);

const write = (writing: Writing): Promise<Written> => byDrive.of(writing.root).ask(writing);

/**
 * Puts a small file into its place: on the real system the writing thread for its drive does it, together with those
 * that are put at the same time.
 * @throws AppError as `LibraryDisk.putWhole`
 */
export const put = (file: WholeFile, system: DiskSystem): Promise<Outside> =>
  guard(() => (system === thisDiskSystem ? (write(file) as Promise<Outside>) : putHere(file, system)));

/**
 * Makes a folder where none is there; its name is durable when this resolves, whatever part of this process made it. On
 * the real system the writing thread does that too: of two that find a folder missing one makes it, and the other would
 * find it there before its name is durable.
 * @throws AppError `link-in-library`, `library-missing`, else what the system says
 */
export async function makeFolder(folder: Place, system: DiskSystem): Promise<void> {
  await (system === thisDiskSystem ? write(folder) : makeHere(folder, system));
}
