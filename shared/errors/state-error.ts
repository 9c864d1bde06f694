import { AppError } from './app-error.ts';

/**
 * Says in words of the catalogue why a file of this app's own state could not be read or written; other things stay as
 * they are.
 * @param hasRoom whether the system still gives room there: SQLite tells a quota that is used up as any other
 * write that failed, and Node has no name for it
 */
export function toStateError(thrown: unknown, file: string, hasRoom: () => boolean = () => true): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  const { code, syscall } = thrown as { readonly code?: unknown; readonly syscall?: unknown };
  if (thrown instanceof AppError || typeof code !== 'string') return thrown;
  if (code.startsWith('SQLITE_BUSY')) return new AppError('library-in-use', { cause: thrown });
  const isRefusedWrite = writes.has(code) || syscall === 'write' || syscall === 'fsync';
  if (full.has(code) || (isRefusedWrite && !hasRoom()))
    return new AppError('disk-full', { cause: thrown, detail: `${file} cannot be written: there is no room.` });
  // SQLite says so of a read, too, that the system refused.
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return new AppError('state-damaged', { cause: thrown, detail: `${file} does not read as a database of this app.` });
  const about = { cause: thrown, detail: `${file}: ${code}.` };
  if (code.endsWith('FSYNC')) return new AppError('state-not-flushed', about);
  const isOfDisk = isRefused.test(code) || syscall !== undefined;
  return isOfDisk ? new AppError('state-out-of-reach', about) : thrown;
}

const full: ReadonlySet<string> = new Set(['SQLITE_FULL', 'ENOSPC']);
const writes: ReadonlySet<string> = new Set(['SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE']);
const isRefused = /^SQLITE_(?:IOERR|READONLY|CANTOPEN|PERM)/;
