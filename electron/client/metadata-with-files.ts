import { z } from 'zod';
import { metadataWithFilesLimits } from '../../shared/api/limits.ts';
import { metadataWithFilesType, type OperationShape } from '../../shared/api/operation.ts';
import { cadMetadataOfFile, type CadMetadata } from '../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Answer } from './exchange.ts';
import type { FileOfRecord } from './gathered-downloads.ts';
import { readAnswer } from './read-answer.ts';

/** The records are text of some hundred bytes each. */
const longestBytes = metadataWithFilesLimits.fileBytes + 2 * 1024 * 1024;

const lineFeed = 0x0a;

const records = z.array(cadMetadataOfFile);

/**
 * Reads records with their files (`metadataWithFilesType`). A service that sends the records alone, because another one
 * answers at its address now, brings no file.
 * @throws AppError `unreadable-answer`, `answer-incomplete`; `network-sign-in-needed` for a web page
 */
export async function readMetadataWithFiles(
  operation: OperationShape,
  { headers, body }: Answer,
): Promise<readonly FileOfRecord[]> {
  // Older services say anything of what they send: only what our own calls its own is taken for that.
  if (!(headers['content-type'] ?? '').toLowerCase().startsWith(metadataWithFilesType)) {
    readAnswer(operation, await body.text(longestBytes));
    return [];
  }
  const bytes = await body.bytes(longestBytes);
  const end = bytes.indexOf(lineFeed);
  if (end < 0) throw new AppError('answer-incomplete');
  const ofFiles: OperationShape = { ...operation, answer: { kind: 'json', schema: records } };
  const read = readAnswer(ofFiles, bytes.toString('utf8', 0, end)) as z.output<typeof records>;
  return cut(read, bytes.subarray(end + 1));
}

function cut(records: readonly CadMetadata[], bytes: Buffer): FileOfRecord[] {
  let start = 0;
  return records.map((record) => {
    const end = start + (record.size ?? Number.NaN);
    if (!(end >= start)) {
      throw new AppError('unreadable-answer', { detail: 'A record does not say how long its file is.' });
    }
    if (end > bytes.length) throw new AppError('answer-incomplete', { detail: `${bytes.length} bytes of files came.` });
    const file = { record, bytes: bytes.subarray(start, end) };
    start = end;
    return file;
  });
}
