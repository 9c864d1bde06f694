import { AppError } from '../../shared/errors/app-error.ts';

/** Says in words of the catalogue why the state database could not be read or written; other things stay as they are. */
export function toStateError(thrown: unknown, file?: string): Error {
  const code = (thrown as { readonly code?: unknown } | undefined)?.code;
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  if (thrown instanceof AppError || typeof code !== 'string' || !code.startsWith('SQLITE_')) return thrown;
  const about = file === undefined ? 'The state database' : file;
  if (code.startsWith('SQLITE_BUSY')) return new AppError('library-in-use', { cause: thrown });
  if (code === 'SQLITE_FULL') {
    return new AppError('disk-full', { cause: thrown, detail: `${about} cannot be written: there is no room.` });
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return new AppError('state-damaged', { cause: thrown, detail: `${about} is damaged or no database of this app.` });
  }
  const isAboutDisk = /^SQLITE_(IOERR|READONLY|CANTOPEN|PERM)/.test(code);
  return isAboutDisk ? new AppError('state-unreadable', { cause: thrown, detail: `${about}: ${code}.` }) : thrown;
}
