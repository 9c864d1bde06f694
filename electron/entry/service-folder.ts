import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { serviceDatabaseName } from '../service/store/open-data-store.ts';

/** @throws AppError `unknown-item` */
export function requireFolder(folder: string): void {
  if (!existsSync(folder)) throw new AppError('unknown-item', { detail: `There is no folder ${folder}.` });
}

/**
 * Opening a service would make what is missing, in a folder that only was mistaken for one.
 * @throws AppError `unknown-item` for a folder in which no service keeps anything
 */
export function requireServiceFolder(folder: string): void {
  requireFolder(folder);
  if (existsSync(join(folder, serviceDatabaseName))) return;
  throw new AppError('unknown-item', { detail: `No service keeps anything in ${folder}.` });
}
