import type { Picture } from '../cad/pictures/picture.ts';
import type { Outside } from '../platform/reading/questions.ts';
import type { Place } from '../platform/real-place.ts';
import { extensionOf } from '../../shared/model/cad-kind.ts';

/** What the thread that makes pictures is asked. */
export interface PictureQuestion {
  /** The private folder in which pictures are kept. */
  readonly folder: string;
  /** How many bytes may be kept there. */
  readonly limitBytes: number;
  /** Of the bytes that are to be seen. */
  readonly sha256: string;
  /** Its extension says of which format they are. */
  readonly fileName: string;
  /** How long the longer side is to be at most, where a picture can be made at any size. */
  readonly sizePixels: number;
  /** Where these bytes may be, the likeliest first. */
  readonly places: readonly PicturePlace[];
}

/** By which a picture is kept: the same bytes look otherwise, or like nothing, where their name says another format. */
export function nameOfPicture({ sha256, fileName, sizePixels }: PictureQuestion): string {
  return `${sha256}-${encodeURIComponent(extensionOf(fileName))}-${sizePixels}`;
}

export interface PicturePlace extends Place {
  /** How the file looked when it was found to have these bytes. Where it looks otherwise, it is hashed first. */
  readonly looks?: Stat | undefined;
}

export type Stat = Pick<Outside, 'sizeBytes' | 'modifiedMs'> & { readonly changedMs?: number | undefined };

/** `undefined` where nothing tells what the bytes look like. */
export type PictureAnswer = Picture | undefined;
