import { buffer } from 'node:stream/consumers';
import { actionSentences } from '../../../shared/errors/actions.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { catalogue } from '../../../shared/errors/catalogue.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { StoredBlob } from '../store/store.ts';
import type { Blobs } from './blobs.ts';

/** Bytes that are not where they were put. Says what to do as well: callers that are older than this error do not know. */
export function lostBytes(sha256: Sha256, cause?: unknown): AppError {
  const toDo = actionSentences[catalogue['bytes-lost'].action];
  const detail = `The bytes with the SHA-256 ${sha256} are not where they were stored. ${toDo}`;
  return new AppError('bytes-lost', { detail, ...(cause === undefined ? {} : { cause }) });
}

/** Whether bytes are there, by reading the first of them. @throws what opening them throws besides */
export async function isThere(blobs: Pick<Blobs, 'open'>, blob: StoredBlob): Promise<boolean> {
  try {
    await buffer(await blobs.open(blob, { start: 0, end: 0 }));
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'bytes-lost') return false;
    throw thrown;
  }
}
