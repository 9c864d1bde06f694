import { access, constants, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { markerPath } from '../../shared/model/own-folder.ts';
import type { Found } from './checks.ts';
import type { ExaminedLibrary } from '../engine/application/examined-state.ts';

/** Whether the folder of a library is there and can be read. */
export async function folderFinding({ root }: ExaminedLibrary): Promise<Found> {
  const stats = await stat(root).catch(() => undefined);
  if (!stats?.isDirectory()) return { finding: { code: 'folderGone' }, about: root };
  const code = await readdir(root).then(
    () => 'folderThere' as const,
    () => 'folderUnreadable' as const,
  );
  return { finding: { code }, about: root };
}

const marker = z.object({ libraryId: z.string() });

/** Whether the marker proves that this folder is the library. */
export async function markerFinding({ root, markerId }: ExaminedLibrary): Promise<Found> {
  const file = markerOf(root);
  const found = (code: 'markerFits' | 'markerOther' | 'markerUnreadable'): Found => ({
    finding: { code },
    about: file,
  });
  try {
    const read = marker.safeParse(JSON.parse(new TextDecoder().decode(await readFile(file))));
    if (!read.success) return found('markerUnreadable');
    return found(read.data.libraryId === markerId ? 'markerFits' : 'markerOther');
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isGone) return found('markerUnreadable');
    return { finding: { code: 'markerNone', wasWritten: markerId !== undefined }, about: file };
  }
}

/** What the system says where something may not be written. */
const refusals: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Whether files could be written; nothing is written to find out. Asked about a folder, Windows only looks at its read-only
 * mark: whether access lists and the share let files be written shows when one is opened for it, such as the marker.
 */
export async function rightsFinding(
  { root, settings }: ExaminedLibrary,
  _signal: AbortSignal,
  platform: NodeJS.Platform = process.platform,
  openFile: typeof open = open,
): Promise<Found> {
  try {
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
    if (platform === 'win32') await (await openFile(markerOf(root), 'r+')).close();
    return { finding: { code: 'writable' }, about: root };
  } catch (error) {
    const isRefused = refusals.includes((error as NodeJS.ErrnoException).code);
    const mustWrite = settings.direction !== 'upOnly';
    return { finding: isRefused ? { code: 'readOnly', mustWrite } : { code: 'rightsUnknown' }, about: root };
  }
}

function markerOf(root: string): string {
  return join(root, markerPath);
}
