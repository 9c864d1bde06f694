import { guard } from '../disk-error.ts';
import { thisDiskSystem, type DiskSystem } from '../disk-system.ts';
import type { Outside } from '../reading/questions.ts';
import { createThreadLane } from '../thread-lane.ts';
import { putWhole, type WholeFile } from './put-whole.ts';

async function putHere(file: WholeFile, system: DiskSystem): Promise<Outside> {
  const [put] = await putWhole([file], system);
  if (put && 'outside' in put) return put.outside;
  throw put?.error;
}

const lane = createThreadLane<WholeFile, Outside>({
  source: import.meta.url,
  script: 'writing-worker',
  answerHere: (file) => putHere(file, thisDiskSystem),
});

/**
 * Puts a small file into its place: on the real system the writing thread of this process does it, together with those
 * that are put at the same time.
 * @throws AppError as `LibraryDisk.putWhole`
 */
export const put = (file: WholeFile, system: DiskSystem): Promise<Outside> =>
  guard(() => (system === thisDiskSystem ? lane.ask(file) : putHere(file, system)));
