import { z } from 'zod';
import { readBlob } from './blob-rows.ts';
import type { ValidationFile } from './stored-lists.ts';

const fileRow = z.object({ file_name: z.string().nullable(), content_type: z.string().nullable() });
const requestRow = z.object({ request: z.string() });

/** Reads a row of a validation file joined with its blob. */
export function readValidationFile(row: unknown): ValidationFile {
  const { file_name: fileName, content_type: contentType } = fileRow.parse(row);
  return { blob: readBlob(row), fileName: fileName ?? undefined, contentType: contentType ?? undefined };
}

/** Reads the JSON of a request. */
export function readRequest(row: unknown): string {
  return requestRow.parse(row).request;
}
