import { basename } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';

/** The refusal of a file. @param detail one clause, such as `it is no ZIP file` */
export function unreadableFile(path: string, detail: string, cause?: unknown): AppError {
  return new AppError('import-file-unreadable', { detail: `${basename(path)}: ${detail.replace(/\.$/, '')}.`, cause });
}

/** A failure while a file was read: as it is where it says what is wrong, else as a refusal of the file. */
export function readingFailure(path: string, thrown: unknown): unknown {
  if (thrown instanceof AppError) return thrown;
  if (!(thrown instanceof Error)) return unreadableFile(path, 'it cannot be read', thrown);
  if (thrown.name === 'AbortError') return new AppError('cancelled', { cause: thrown });
  if ('code' in thrown && thrown.code === 'ENOENT') return unreadableFile(path, 'there is no such file', thrown);
  if ('code' in thrown && thrown.code === 'EISDIR') return unreadableFile(path, 'it is a folder', thrown);
  return unreadableFile(path, thrown.message.replace(/\s+/g, ' '), thrown);
}
