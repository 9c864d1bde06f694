import type { ExpectedBytes, IncomingFile } from '../../../shared/api/caller.ts';
import { AppError, orUndefinedIf } from '../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { LibraryDisk } from '../ports.ts';
import { sha256In } from '../remote/remote-items.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import { assertRoom } from './assert-room.ts';

/** What the service says about the bytes of a version, where it does. */
export type AnnouncedBytes = Pick<RemoteItem, 'sha256' | 'sizeBytes'>;

/** How often it is looked whether there is room left for an answer that does not say how long it is. */
const roomSeenEveryBytes = 16 * 2 ** 20;

/** The bytes are there, and are not the announced ones. */
export class WrongBytes extends AppError {
  constructor() {
    super('answer-incomplete', { detail: 'The checksum of the download is wrong.' });
  }
}

/** Whether bytes are those that the service announced, and those that the entity tag of its answer names. */
export function isPromised(announced: AnnouncedBytes, entityTag: string | undefined, sha256: Sha256): boolean {
  const promises = [announced.sha256, hashIn(entityTag)];
  return promises.every((promise) => promise === undefined || promise === sha256);
}

/** Which bytes are meant, where the service said all of it. */
export function expectedOf({ sizeBytes, sha256 }: AnnouncedBytes): ExpectedBytes | undefined {
  return sizeBytes === undefined || sha256 === undefined ? undefined : { sizeBytes, sha256 };
}

/** Our own service's entity tag is the hash of the content. */
export function hashIn(entityTag: string | undefined): Sha256 | undefined {
  return sha256In(entityTag?.replaceAll('"', ''));
}

/**
 * An answer without an end must not fill the disk.
 * @param sizeBytes how much there can be; where nobody says, as much as there is room for
 * @throws WrongBytes, AppError `disk-full`
 */
export async function* withEnd(
  disk: LibraryDisk,
  bytes: IncomingFile['bytes'],
  sizeBytes: number | undefined,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  let roomSeenAt = 0;
  for await (const chunk of bytes) {
    count += chunk.length;
    if (sizeBytes !== undefined && count > sizeBytes) throw new WrongBytes();
    if (sizeBytes === undefined && count - roomSeenAt >= roomSeenEveryBytes) {
      await assertRoom(disk, 0);
      roomSeenAt = count;
    }
    yield chunk;
  }
}

/** For `catch`: as if nothing had arrived. */
export const orUndefinedIfWrong = orUndefinedIf((error) => error instanceof WrongBytes);

/**
 * An answer that contradicts itself about which part it is: the whole is asked for. Not what comes from elsewhere, such as
 * the sign-in page of a network: the part is as good as before.
 */
export const orUndefinedIfUnreadable = orUndefinedIf(
  ({ code, receivedStatus }) => code === 'unreadable-answer' && receivedStatus === 206,
);

/** Fewer bytes came than were announced. */
export function tooShort(arrivedBytes: number, sizeBytes: number): AppError {
  return new AppError('answer-incomplete', { detail: `${arrivedBytes} of ${sizeBytes} bytes arrived.` });
}
