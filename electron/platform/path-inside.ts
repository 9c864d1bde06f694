import { isAbsolute, join, sep } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';

/**
 * Where a path that means the same on every system lies below the root.
 * @throws AppError `unsafe-name` when it leads out of the root or means something else than a plain relative path
 */
export function insideRoot(root: string, path: string): string {
  if (path.includes('\\')) throw new AppError('unsafe-name', { detail: 'The path is none on every system.' });
  return pathInside(root, path);
}

/**
 * As this system has it: what cannot be synced because of its name has a place all the same.
 * @throws AppError `unsafe-name`
 */
export function pathInside(root: string, path: string): string {
  const absolute = join(root, path);
  const segments = sep === '\\' ? path.split(/[/\\]/) : path.split('/');
  const plain = !isAbsolute(path) && !path.includes('\0') && !segments.includes('..');
  if (!plain || (absolute !== root && !absolute.startsWith(root.endsWith(sep) ? root : root + sep))) {
    throw new AppError('unsafe-name', { detail: 'The path leads out of the library.' });
  }
  return absolute;
}
