import type { PictureMediaType } from '../../../shared/rpc/picture-record.ts';

/** A picture as a browser shows it. */
export interface Picture {
  readonly mediaType: PictureMediaType;
  readonly bytes: Uint8Array;
}

/** Larger ones are no preview, and would cost a window more than they tell. */
export const largestPictureBytes = 1024 * 1024;

/** Whether a preview may be so large: unpacked, it takes at most 16 MiB. */
export function isPreviewSize(widthPixels: number, heightPixels: number): boolean {
  return widthPixels >= 1 && heightPixels >= 1 && widthPixels <= 2048 && heightPixels <= 2048;
}
