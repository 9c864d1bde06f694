import { existsSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { createHash, hash, randomUUID, type Hash } from 'node:crypto';
import { extname, join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { hashOfFile } from '../look/hash-of-file.ts';
import { savePersonFile } from '../platform/person-files.ts';
import { lookAt } from '../platform/reading/look-at.ts';
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
interface FetchedVersions {
  /**
   * Where a version is: where it was put before and still is whole, or once `fetch` has brought it.
   * @throws AppError `answer-incomplete` where other bytes come than those with its hash: they are not kept. And what
   * fetching and the disk say
   */
  placeOf(version: Version, fetch: () => Promise<AsyncIterable<Uint8Array>>): Promise<PicturePlace>;
}

export function createFetchedVersions(folder: string): FetchedVersions {
  return {
    async placeOf({ name, fileName, sha256 }, fetch) {
      const id = hash('sha256', name, 'hex');
      for (const kept of namesIn(folder)) {
        const place = kept.startsWith(`${id}-`) ? await provenPlace(folder, kept, sha256) : undefined;
        if (place) return place;
      }
      const bytes = await fetch();
      openPrivateFolder(folder, () => true);
      makeRoom(folder, limitBytes);
      const arriving = join(folder, `${randomUUID()}${extname(fileName)}`);
      const arrived = createHash('sha256');
      await savePersonFile({ path: arriving, mayReplace: true }, proven(bytes, arrived, sha256));
      const path = join(folder, `${id}-${arrived.digest('hex')}${extname(fileName)}`);
      renameSync(arriving, path);
      return { root: folder, path, looks: lookAt(path) };
    },
  };
}

/** None where nothing was fetched yet. */
function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/**
 * Where the bytes are still those that the name of the file says. Else it is removed: disks lose bytes without a trace, and
 * the service has them.
 * @param sha256 of the bytes that are sought, where that is known
 */
async function provenPlace(
  folder: string,
  name: string,
  sha256: string | undefined,
): Promise<PicturePlace | undefined> {
  const path = join(folder, name);
  const said = /-([0-9a-f]{64})/.exec(name)?.[1];
  try {
    const now = new Date();
    utimesSync(path, now, now);
    const looks = lookAt(path);
    if (said !== undefined && said === (sha256 ?? said) && said === (await hashOfFile(path)))
      return { root: folder, path, looks };
  } catch {
    // What cannot be read is of no use either.
  }
  rmSync(path, { recursive: true, force: true });
  return undefined;
}

/** The bytes as they arrive, which break off at their end where they are others than those with the hash. */
async function* proven(
  bytes: AsyncIterable<Uint8Array>,
  arrived: Hash,
  sha256: string | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of bytes) {
    arrived.update(chunk);
    yield chunk;
  }
  if (sha256 !== undefined && arrived.copy().digest('hex') !== sha256) {
    throw new AppError('answer-incomplete', { detail: 'The service has other bytes under this number by now.' });
  }
}
