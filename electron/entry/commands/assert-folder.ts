import { stat } from 'node:fs/promises';
import { wrong } from './wrong-request.ts';

/** A folder that was mistyped is not made. @throws AppError `invalid-request` */
export async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw wrong(`There is no folder ${folder}.`);
}
