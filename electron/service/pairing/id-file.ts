import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toStateError } from '../../../shared/errors/state-error.ts';
import { tryWhileHeld } from '../../privacy/held-open.ts';
import { createPrivateFile, syncFolder } from '../../privacy/private-files.ts';
import { pairingName, type PairedFiles } from './pair-files.ts';

/** The id in a folder of files that this process has for itself. */
export function createIdFile(folder: string): Pick<PairedFiles, 'idPlace' | 'readId' | 'putId'> {
  const idPlace = join(folder, pairingName);
  const readId = async (): Promise<string | undefined> => {
    try {
      return (await readFile(idPlace, 'utf8')).trim();
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw toStateError(thrown, idPlace);
    }
  };
  return {
    idPlace,
    readId,
    async putId(id) {
      if ((await readId()) !== undefined) return;
      // Whole once it has its name.
      const path = `${idPlace}.new`;
      await rm(path, { force: true });
      const handle = await createPrivateFile(path);
      try {
        await handle.writeFile(`${id}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await tryWhileHeld(() => rename(path, idPlace));
      // The database notes next that these files are its own: without an id they would be taken for another one's.
      await syncFolder(folder);
    },
  };
}
