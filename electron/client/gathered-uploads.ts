import type { OutgoingFile } from '../../shared/api/caller.ts';
import { contentKeyOf } from '../../shared/api/content-key-of.ts';
import { filesWithMetadataLimits as most } from '../../shared/api/limits.ts';
import type { CadMetadata } from '../../shared/api/schemas/cad-metadata.ts';
import { formatContentKey } from '../../shared/model/content-key.ts';
import { isRefusal } from './answer-error.ts';
import { createGathering, type SharedCall } from './gathering.ts';
import { formWithFiles, wholeFile, type ReadFile } from './multipart-body.ts';
import type { Payload } from './payload.ts';

/** A short file that is to go along with its metadata. */
interface FileWithMetadata {
  readonly record: CadMetadata;
  readonly file: OutgoingFile;
  readonly call: SharedCall;
  readonly onProgress: (movedBytes: number) => void;
}

/** Sends one form; the answer has a record for each of its files. */
type SendForm = (payload: Payload, call: SharedCall) => Promise<readonly CadMetadata[]>;

interface ReadUpload {
  readonly record: CadMetadata;
  readonly file: ReadFile;
  /** The record as it is sent. */
  readonly metadata: string;
}

/** Sends short files along with their metadata; those that are to go while others are under way share a form. */
export function createGatheredUploads(sendForm: SendForm) {
  const gather = createGathering<ReadUpload, readonly CadMetadata[]>({
    limits: [most.files, most.fileBytes, most.metadataBytes],
    sizesOf: ({ file, metadata }) => [1, sizeOf(file), Buffer.byteLength(metadata)],
    // Of a form that was refused nothing was stored; of any other failure nobody knows.
    isToBeSentAlone: isRefusal,
    async send(uploads, call) {
      const metadata = `[${uploads.map((one) => one.metadata).join(',')}]`;
      const files = uploads.map(({ file }) => file);
      const answered = await sendForm(formWithFiles(metadata, files), call);
      return uploads.map(({ record }, index) => (uploads.length === 1 ? answered : ownOf(answered, record, index)));
    },
  });
  /**
   * @returns the record that the service made of it; none where it answered none of this file, one of several
   * @throws what reading the file throws, before anything is sent; what the service answers; `cancelled`
   */
  return async ({ record, file, call, onProgress }: FileWithMetadata): Promise<readonly CadMetadata[]> => {
    const read = { fileName: file.fileName, pieces: await wholeFile(file, onProgress) };
    return gather({ record, file: read, metadata: JSON.stringify(record) }, call);
  };
}

function sizeOf({ pieces }: ReadFile): number {
  return pieces.reduce((bytes, piece) => bytes + piece.byteLength, 0);
}

/** The record of the same file: at its place, else wherever it is. */
function ownOf(answered: readonly CadMetadata[], sent: CadMetadata, index: number): readonly CadMetadata[] {
  const name = nameOf(sent);
  const isOwn = (record: CadMetadata | undefined): boolean => record !== undefined && nameOf(record) === name;
  const own = isOwn(answered[index]) ? answered[index] : answered.find(isOwn);
  return own ? [own] : [];
}

function nameOf(record: CadMetadata): string {
  const key = contentKeyOf(record);
  return key.ok ? formatContentKey(key.value) : '';
}
