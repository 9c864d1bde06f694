import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { mediaTypeOf } from './media-types.ts';

/** A file of the built window. */
export interface WindowFile {
  readonly bytes: Buffer;
  readonly mediaType: string;
}

/** The built window by URL path, in memory: no request reaches the disk, and a new build does not mix with this one. */
export function readWindowFiles(folder: string): ReadonlyMap<string, WindowFile> {
  const files = new Map<string, WindowFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const mediaType = mediaTypeOf(name);
    if (mediaType === undefined) continue;
    files.set(`/${name.split(sep).join('/')}`, { bytes: readFileSync(join(folder, name)), mediaType });
  }
  return files;
}
