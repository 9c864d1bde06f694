import type { BoundedFile } from '../bounded-file.ts';
import { readOle2Directory, type Ole2Directory, type Ole2Entry } from '../ole2-directory.ts';
import { largestPictureBytes, type Picture } from './picture.ts';
import { findPng } from './png.ts';

/** Some files hold hundreds of streams; those that may hold the picture are few. */
const mostStreams = 16;

/** Revit families, projects and templates: the PNG stands behind a header of its own length. */
export const findRevitPicture = pictureIn(({ name }) => name === 'RevitPreview4.0');

/** Inventor documents: the PNG is a value of one of the property sets, whose names begin with the character 5. */
export const findInventorPicture = pictureIn(({ name }) => name.startsWith('\u0005'));

/** SolidWorks documents until 2014. */
export const findOldSolidWorksPicture = pictureIn(({ name }) => name === 'PreviewPNG');

/** Finds the PNG in a stream of a compound file. */
function pictureIn(isWanted: (entry: Ole2Entry) => boolean): (file: BoundedFile) => Promise<Picture | undefined> {
  return async (file) => {
    const directory = await readOle2Directory(file);
    return directory && firstPicture(directory, isWanted);
  };
}

async function firstPicture(
  directory: Ole2Directory,
  isWanted: (entry: Ole2Entry) => boolean,
): Promise<Picture | undefined> {
  const streams = directory.entries.filter((entry) => entry.kind === 'stream' && isWanted(entry));
  for (const stream of streams.slice(0, mostStreams)) {
    const picture = findPng(await directory.readStreamStart(stream, largestPictureBytes));
    if (picture) return picture;
  }
  return undefined;
}
