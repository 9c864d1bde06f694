import { existsSync, utimesSync } from 'node:fs';
import { createHash, hash } from 'node:crypto';
import { extname, join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { savePersonFile } from '../platform/person-files.ts';
import { openPrivateFolder } from '../privacy/private-files.ts';
import { makeRoom } from './kept-folder.ts';
import type { PicturePlace } from './picture-question.ts';

/** Some large models, or hundreds of usual ones. */
const limitBytes = 1024 * 2 ** 20;

/** A version of a service. */
interface Version {
  /** What tells it from every other version of every service. */
  readonly name: string;
  readonly fileName: string;
  /** Of its bytes, where that is known. */
  readonly sha256?: string | undefined;
}

/** Versions that were fetched to be looked at, in a folder for this user alone; those not used for longest go first. */
export interface FetchedVersions {
  /**
   * Where a version is: where it was put before, or once `fetch` has brought it.
   * @throws AppError `answer-incomplete` where other bytes come than those with its hash: they are not kept. And what
   * fetching and the disk say
   */
  placeOf(version: Version, fetch: () => Promise<AsyncIterable<Uint8Array>>): Promise<PicturePlace>;
}

export function createFetchedVersions(folder: string): FetchedVersions {
  return {
    async placeOf({ name, fileName, sha256 }, fetch) {
      const path = join(folder, `${hash('sha256', name, 'hex')}${extname(fileName)}`);
      if (existsSync(path)) {
        const now = new Date();
        utimesSync(path, now, now);
        return { root: folder, path };
      }
      const bytes = await fetch();
      openPrivateFolder(folder, () => true);
      makeRoom(folder, limitBytes);
      await savePersonFile({ path, mayReplace: true }, sha256 === undefined ? bytes : proven(bytes, sha256));
      return { root: folder, path };
    },
  };
}

/** The bytes as they arrive, which break off at their end where they are others than those with the hash. */
async function* proven(bytes: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array, void, void> {
  const arrived = createHash('sha256');
  for await (const chunk of bytes) {
    arrived.update(chunk);
    yield chunk;
  }
  if (arrived.digest('hex') !== sha256) {
    throw new AppError('answer-incomplete', { detail: 'The service has other bytes under this number by now.' });
  }
}
