import { isCompanionFolder } from '../../../shared/model/cad-companions.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import type { LibraryFolder } from './library-folder.ts';

/**
 * Whether only a scan can tell what a hint at something that is no CAD file means: a folder came or went, or something
 * that cannot be looked at. Other files are nothing to the library, however often they are written; and for a folder whose
 * files are known, systems tell of each change in it besides the file that it is about. What is below a companion is
 * nothing to it either: many people's trash is on one drive.
 */
export async function needsScan(
  { disk, files }: Pick<LibraryFolder, 'disk'> & Pick<LibraryRecords, 'files'>,
  path: string,
): Promise<boolean> {
  // People are told of such names, and no disk is asked about them.
  if (path.includes('\\')) return true;
  if (path.split('/').some(isCompanionFolder)) return false;
  try {
    const stat = await disk.stat(path);
    return (stat?.kind === 'folder') !== files.hasPresent(path);
  } catch {
    return true;
  }
}
