import type { PictureMediaType } from '../../shared/rpc/picture-record.ts';
import { openKeptFolder } from './kept-folder.ts';
import type { PictureAnswer } from './picture-question.ts';

/** A place in this list is kept; the first says that there is no picture. */
const kinds: readonly (PictureMediaType | undefined)[] = [undefined, 'image/png', 'image/bmp'];

/** What was kept by other makers is made again: whoever changes which pictures are found or drawn raises it. */
const makersVersion = 2;

/** Pictures by the hash of what they show. */
export interface PictureFolder {
  /** What is kept; `undefined` where nothing is, or it was damaged or made by other makers. */
  find(name: string): { readonly picture: PictureAnswer } | undefined;
  /** Keeps a picture, or that there is none. */
  keep(name: string, picture: PictureAnswer): void;
}

/**
 * @param limitBytes how much is kept
 * @throws the system's error where the folder cannot be made
 */
export function openPictureFolder(folder: string, limitBytes: number): PictureFolder {
  const kept = openKeptFolder({ folder, limitBytes, makersVersion });
  return {
    find(name) {
      const found = kept.find(name);
      if (!found || found.kind >= kinds.length) return undefined;
      const mediaType = kinds[found.kind];
      return { picture: mediaType && { mediaType, bytes: found.bytes } };
    },
    keep: (name, picture) => kept.keep(name, kinds.indexOf(picture?.mediaType), picture?.bytes ?? new Uint8Array()),
  };
}
