import { basename, resolve } from 'node:path';
import type { ViewCaller } from '../../../shared/api/caller.ts';
import type { SavedThing } from '../../../shared/rpc/selection-records.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { openSavedBytes } from '../../engine/ask/saved-bytes.ts';
import { savePersonFile } from '../../platform/person-files.ts';
import { listenForInterrupt } from './listen-for-interrupt.ts';
import { withViews, type Looking } from './looking.ts';
import { exitCodes, printResult } from './output.ts';
import { createProgressLine } from './progress-line.ts';

/**
 * Saves what the service answers to a file, which must not be there yet. An interrupt ends it and leaves nothing behind.
 * @param find what is to be saved
 * @throws AppError `place-taken`, `cancelled`, or what the service answers
 */
export async function saveThing(
  find: (service: ViewCaller) => Promise<SavedThing>,
  to: string,
  { json, stateDir }: Looking,
): Promise<number> {
  const path = resolve(to);
  const formats = createFormats('en');
  const line = createProgressLine(process.stderr);
  const interrupt = listenForInterrupt();
  try {
    const { signal } = interrupt;
    const save = async (service: ViewCaller): Promise<number> => {
      const found = await openSavedBytes(service, await find(service), { signal, priority: 'person' });
      return savePersonFile({ path, mayReplace: false }, found.bytes, (savedBytes) => {
        const share = found.sizeBytes === undefined ? 0 : savedBytes / found.sizeBytes;
        if (process.stderr.isTTY) line.show(basename(path), share, formats.size(savedBytes));
      });
    };
    const sizeBytes = await withViews(stateDir, save, signal);
    line.end();
    printResult(json, { file: path, sizeBytes }, (told) => `${told.file} (${formats.size(told.sizeBytes)})`);
    return exitCodes.done;
  } finally {
    line.end();
    interrupt.stop();
  }
}
