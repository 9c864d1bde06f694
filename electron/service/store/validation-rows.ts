import { z } from 'zod';
import { readBlob } from './blob-rows.ts';
import type { ValidationFile } from './stored-lists.ts';

const fileRow = z.object({ file_name: z.string().nullable(), content_type: z.string().nullable() });
const requestRow = z.object({ request: z.string() });

/** Reads a row of a validation file joined with its blob, where there may be none. */
export function readValidationFile(row: unknown): ValidationFile | undefined {
  if (row === undefined) return undefined;
  const { file_name: fileName, content_type: contentType } = fileRow.parse(row);
  return { blob: readBlob(row), fileName: fileName ?? undefined, contentType: contentType ?? undefined };
}

/** Reads the JSON of a request, where there may be none. */
export function readRequest(row: unknown): string | undefined {
  return row === undefined ? undefined : requestRow.parse(row).request;
}
