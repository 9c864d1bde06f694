import type { BoundedFile } from '../bounded-file.ts';
import { findZipEnd, readZipEntryStart } from '../zip-directory.ts';
import { largestPictureBytes, type Picture } from './picture.ts';
import { findPng, readPng } from './png.ts';

/** Programs put their logo and the like before it. */
const oldSketchUpHeadBytes = 512 * 1024;

/** FreeCAD documents: an entry that a person can switch off. */
export const findFreeCadPicture = (file: BoundedFile): Promise<Picture | undefined> =>
  pictureInZip(file, 'thumbnails/Thumbnail.png');

/** SketchUp models: the first PNG of the file, or since 2021 an entry of the ZIP inside. */
export async function findSketchUpPicture(file: BoundedFile): Promise<Picture | undefined> {
  const head = await file.readHead(oldSketchUpHeadBytes);
  if (!head.subarray(4, 4 + 28).equals(Buffer.from('SketchUp Model', 'utf16le'))) return undefined;
  return (await pictureInZip(file, 'meta/model_thumbnail.png')) ?? findPng(head);
}

async function pictureInZip(file: BoundedFile, name: string): Promise<Picture | undefined> {
  const end = await findZipEnd(file);
  const bytes = end && (await readZipEntryStart(file, end, (found) => found === name, largestPictureBytes));
  return bytes && readPng(bytes);
}
