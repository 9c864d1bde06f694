import { findCadPicture } from '../cad/pictures/find-picture.ts';
import type { Picture } from '../cad/pictures/picture.ts';
import type { ContentFile } from './content-file.ts';

/** What a picture is made from. */
export interface PictureSource extends ContentFile {
  /** Its extension says of which format the bytes are. */
  readonly fileName: string;
  /** How long the longer side is to be at most, for what is drawn. */
  readonly sizePixels: number;
}

/** Makes a picture, or none. Never throws on garbage; what the disk's failures throw comes through. */
type PictureMaker = (source: PictureSource) => Promise<Picture | undefined>;

/** Asked one after the other; the first picture is taken. Whoever changes what they make raises `makersVersion`. */
const makers: readonly PictureMaker[] = [(source) => findCadPicture(source, source.fileName, source.sizeBytes)];

/** What was kept by other makers is made again. */
export const makersVersion = 2;

export async function makePicture(source: PictureSource): Promise<Picture | undefined> {
  for (const make of makers) {
    const picture = await make(source);
    if (picture) return picture;
  }
  return undefined;
}
