import { existsSync, utimesSync } from 'node:fs';
import { hash } from 'node:crypto';
import { extname, join } from 'node:path';
import { savePersonFile } from '../platform/person-files.ts';
import { openPrivateFolder } from '../privacy/private-files.ts';
import { makeRoom } from './kept-folder.ts';
import type { PicturePlace } from './picture-question.ts';

/** Some large models, or hundreds of usual ones. */
const limitBytes = 1024 * 2 ** 20;

/** Versions that were fetched to be looked at, in a folder for this user alone; those not used for longest go first. */
export interface FetchedVersions {
  /**
   * Where a version is: where it was put before, or once `fetch` has brought it.
   * @param name what tells it from every other version of every service
   * @throws what fetching and the disk say
   */
  placeOf(name: string, fileName: string, fetch: () => Promise<AsyncIterable<Uint8Array>>): Promise<PicturePlace>;
}

export function createFetchedVersions(folder: string): FetchedVersions {
  return {
    async placeOf(name, fileName, fetch) {
      const path = join(folder, `${hash('sha256', name, 'hex')}${extname(fileName)}`);
      if (existsSync(path)) {
        const now = new Date();
        utimesSync(path, now, now);
        return { root: folder, path };
      }
      const bytes = await fetch();
      openPrivateFolder(folder, () => true);
      makeRoom(folder, limitBytes);
      await savePersonFile({ path, mayReplace: true }, bytes);
      return { root: folder, path };
    },
  };
}
