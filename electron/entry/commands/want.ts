import type { WantAnswer } from '../../../shared/rpc/library-records.ts';
import type { Asking } from './engines.ts';
import { syncedOf, whichSync } from './which-sync.ts';
import { withLibrary } from './library.ts';
import { exitCodes, printResult } from './output.ts';

const told: Readonly<Record<WantAnswer['standing'], (sync: string) => string>> = {
  there: () => 'The library has this file already.',
  coming: (sync) => `${sync} fetches it.`,
  comesBack: (sync) => `It had been removed from the library; ${sync.toLowerCase()} fetches it again.`,
  onceReleased: (sync) =>
    `The library follows releases, and there is none yet: ${sync.toLowerCase()} fetches the first.`,
  onceThere: (sync) =>
    `This library has not heard of such a file yet. ${sync} fetches it if the service has it, or later, once it does. Whether it does is told by \`cadsync versions\` with this key.`,
};

/**
 * Has a file of the service come into a library, whatever the library fetches by itself.
 * @throws AppError `unknown-item` for a folder that is no library, `not-connected` before a service was set up,
 * `invalid-request` for a text that is no key, or of a program that the library is not for
 */
export async function wantCommand(folder: string, key: string, options: Asking): Promise<number> {
  return withLibrary(folder, options, async (library, calls) => {
    const { libraryId, root } = library;
    const { standing } = await calls.libraries.want({ libraryId, key });
    printResult(options.json, { library: root, key, standing }, () => told[standing](whichSync([syncedOf(library)])));
    return exitCodes.done;
  });
}

/**
 * Takes that back. The file that came is kept among the backups; one that was saved since, or that the library fetches
 * by itself, stays.
 * @throws AppError `unknown-item` where the library does not want it, and as `wantCommand`
 */
export async function unwantCommand(folder: string, key: string, options: Asking): Promise<number> {
  return withLibrary(folder, options, async ({ libraryId, root }, calls) => {
    const { stays } = await calls.libraries.unwant({ libraryId, key });
    printResult(options.json, { library: root, key, stays }, () =>
      stays
        ? 'The library no longer wants it. The file stays: it was saved since it came, it was there before, or the library fetches it by itself.'
        : 'The library no longer wants it. A file that had come is among the kept files: see `cadsync backups`.',
    );
    return exitCodes.done;
  });
}
