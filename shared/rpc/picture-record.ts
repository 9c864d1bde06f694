import { z } from 'zod';

const pictureMediaType = z.enum(['image/png', 'image/bmp']);
export type PictureMediaType = z.output<typeof pictureMediaType>;

/** The longest side that a picture can be asked for with, in pixels. */
const largestSidePixels = 1_024;

/** Of which bytes a picture is wanted: those that a file has, or had, or that stand against it. */
export const pictureQuestion = z.object({
  fileId: z.string(),
  /** Of the bytes: the same hash is always answered with the same picture, or with none. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** How long the longer side is to be at most, where the picture can be made at any size. */
  sizePixels: z.int().min(16).max(largestSidePixels),
});

/** What some bytes look like, small enough for a message. */
export const pictureRecord = z.object({ mediaType: pictureMediaType, base64: z.string() });
export type PictureRecord = z.output<typeof pictureRecord>;
