import { findCadPicture } from '../cad/pictures/find-picture.ts';
import { withContent } from './content-file.ts';
import { orNotKept } from './kept-folder.ts';
import { openPictureFolder, type PictureFolder } from './picture-folder.ts';
import { nameOfPicture, type PictureAnswer, type PictureQuestion } from './picture-question.ts';

const folders = new Map<string, PictureFolder>();

/**
 * The picture of some bytes: the one that was kept, else one that is made now and kept. Waits for the disk, and is
 * therefore only for threads that nobody waits for. Never throws: where bytes or folder cannot be read, there is none.
 */
export async function answerPicture(question: PictureQuestion): Promise<PictureAnswer> {
  const name = nameOfPicture(question);
  const folder = folderOf(question);
  const kept = folder?.find(name);
  if (kept) return kept.picture;
  const { sha256, fileName } = question;
  for (const place of question.places) {
    try {
      const found = await withContent(place, sha256, (file) => findCadPicture(file, fileName, file.sizeBytes));
      if (!found.isProven) continue;
      orNotKept(() => folder?.keep(name, found.made));
      return found.made;
    } catch {
      // Gone, open elsewhere, behind a link, on a disk that failed: the bytes may be in the next place.
    }
  }
  return undefined;
}

function folderOf({ folder, limitBytes }: PictureQuestion): PictureFolder | undefined {
  const known = folders.get(folder) ?? orNotKept(() => openPictureFolder(folder, limitBytes));
  if (known) folders.set(folder, known);
  return known;
}
