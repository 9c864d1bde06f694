import { basename, dirname, resolve } from 'node:path';
import type { ViewCaller } from '../../../shared/api/caller.ts';
import type { SavedThing } from '../../../shared/rpc/selection-records.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { createAge } from '../../engine/ask/products.ts';
import { openSavedBytes } from '../../engine/ask/saved-bytes.ts';
import { savePersonFile } from '../../platform/person-files.ts';
import { assertFolder } from './assert-folder.ts';
import { listenForInterrupt } from './listen-for-interrupt.ts';
import { printAnswer, withViews, type Looking } from './looking.ts';
import { exitCodes } from './output.ts';
import { createProgressLine } from './progress-line.ts';

/**
 * Saves what the service answers to a file, which must not be there yet, in a folder that is. An interrupt ends it and
 * leaves nothing behind. What the service answered before is saved with a word of its age, where it cannot be asked.
 * @param find what is to be saved
 * @throws AppError `invalid-request` where the folder is not there, `place-taken`, `cancelled`, or what the service answers
 */
export async function saveThing(
  find: (service: ViewCaller) => Promise<SavedThing>,
  to: string,
  { json, stateDir }: Looking,
): Promise<number> {
  const path = resolve(to);
  await assertFolder(dirname(path));
  const formats = createFormats('en');
  const line = createProgressLine(process.stderr);
  const interrupt = listenForInterrupt();
  try {
    const { signal } = interrupt;
    const { options, asOf } = createAge();
    const save = async (service: ViewCaller): Promise<number> => {
      const found = await openSavedBytes(service, await find(service), { ...options, signal, priority: 'person' });
      return savePersonFile({ path, mayReplace: false }, found.bytes, (savedBytes) => {
        const share = found.sizeBytes === undefined ? 0 : savedBytes / found.sizeBytes;
        if (process.stderr.isTTY) line.show(basename(path), share, formats.size(savedBytes));
      });
    };
    const sizeBytes = await withViews(stateDir, save, signal);
    line.end();
    printAnswer(json, { file: path, sizeBytes, ...asOf() }, (told) => `${told.file} (${formats.size(told.sizeBytes)})`);
    return exitCodes.done;
  } finally {
    line.end();
    interrupt.stop();
  }
}
