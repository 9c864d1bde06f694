import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/errors/app-error.ts';

/** SHA-256 by path below the app, of each file that cannot run from the archive and so lies outside of it. */
const outsideFiles = z.record(z.string(), z.string());
export type OutsideFiles = z.output<typeof outsideFiles>;

/** Where these hashes are, below the app: in the archive, which Electron itself proves. */
export const outsideFile = 'dist/electron/outside.json';

/**
 * Proves that native parts and threads are those that were packaged. An app that is not packaged has none outside.
 * @param appPath absolute path of the archive
 * @throws AppError `app-changed`, naming the first file that is missing or another one
 */
export function proveOutside(appPath: string): void {
  const outside = `${appPath}.unpacked`;
  for (const [file, hash] of Object.entries(readHashes(appPath))) {
    if (hashOf(join(outside, file)) !== hash) throw new AppError('app-changed', { detail: file });
  }
}

function readHashes(appPath: string): OutsideFiles {
  try {
    return outsideFiles.parse(JSON.parse(readFileSync(join(appPath, outsideFile), 'utf8')));
  } catch (cause) {
    throw new AppError('app-changed', { detail: outsideFile, cause });
  }
}

function hashOf(file: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
}
