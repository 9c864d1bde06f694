import type { CallId, CallInput, OutgoingFile, UploadId } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { toStateError } from '../../../shared/errors/state-error.ts';
import type { AskedService } from './asked-until.ts';
import type { WaitingBytes } from './waiting-bytes.ts';
import type { AnyInput, KeptFile, Write } from './write.ts';

/** How a service took a write. */
interface SentWrite {
  readonly answer: unknown;
  /** What ids that were given for its bytes are now, where the bytes had to go once more. */
  readonly meanings: readonly (readonly [string, string])[];
}

interface Sending {
  readonly bytes: Pick<WaitingBytes, 'read'>;
  readonly caller: Pick<AskedService, 'call' | 'upload'>;
}

const about = { priority: 'upload' } as const;

/**
 * Sends what waited.
 * @param input with the ids of the service
 * @throws AppError what the service answers; `state-out-of-reach` where the bytes cannot be read now
 */
export async function sendWrite(sending: Sending, write: Write, input: AnyInput): Promise<SentWrite> {
  const { operation, file } = write;
  if (operation === 'storeMetadata' && file) return sendMetadata(sending, { write, file, input });
  // What is kept was read by the declaration of this very operation.
  if (operation !== 'storeFile' && operation !== 'storeValidationFile') {
    const answer = await sending.caller.call(operation, input as unknown as CallInput<CallId>, about);
    return { answer, meanings: [] };
  }
  if (!file) throw new AppError('unexpected-failure', { detail: 'The bytes that wait are not there.' });
  return { answer: await sendBytes(sending, operation, { file, input }), meanings: [] };
}

interface WithBytes {
  readonly file: KeptFile;
  readonly input: AnyInput;
}

/** A service drops bytes that got no metadata for a day: after a long outage they go there once more. */
async function sendMetadata(
  sending: Sending,
  { write, file, input }: WithBytes & { readonly write: Write },
): Promise<SentWrite> {
  const store = (asked: AnyInput): Promise<unknown> =>
    sending.caller.call('storeMetadata', asked as unknown as CallInput<'storeMetadata'>, about);
  try {
    return { answer: await store(input), meanings: [] };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unknown-blob')) throw error;
    const blobId = await sendBytes(sending, 'storeFile', { file, input: { params: {} } });
    const answer = await store({ ...input, params: { ...input.params, blobId } });
    return { answer, meanings: [[String(write.input.params['blobId']).toLowerCase(), blobId]] };
  }
}

function sendBytes({ bytes, caller }: Sending, operation: UploadId, { file, input }: WithBytes): Promise<string> {
  const { fileName, contentType, sizeBytes, bytesId } = file;
  const open = (): AsyncIterable<Uint8Array> => fromHere(bytes.read(bytesId), fileName);
  const outgoing: OutgoingFile = { fileName, contentType, sizeBytes, open };
  return caller.upload(operation, input as unknown as CallInput<UploadId>, outgoing, about);
}

/** A disk of this computer that fails is no failure of the service; only what is gone will not come back. */
async function* fromHere(bytes: AsyncIterable<Uint8Array>, fileName: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (thrown) {
    const isGone = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
    throw isGone ? thrown : toStateError(thrown, `The bytes of ${fileName} that wait`);
  }
}
