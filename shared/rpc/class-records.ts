import { z } from 'zod';
import type { ClassHit, ClassQuestion } from '../model/class-search.ts';

/** What crosses between window and engine where a person looks for the classes that files show; see `ClassQuestion`. */

export const classQuestion = z.object({
  kind: z.enum(['class', 'modellingClass']),
  text: z.string().max(200),
  match: z.enum(['all', 'any']).default('all'),
  partnerOf: z.string().max(16).optional(),
  limit: z.int().min(1).max(50),
  languageCode: z.string().max(16).optional(),
}) satisfies z.ZodType<ClassQuestion>;

export const classHit = z.object({
  code: z.string(),
  version: z.string(),
  name: z.string(),
  also: z.string().optional(),
}) satisfies z.ZodType<ClassHit>;

/** A class pair that files of a library have. */
export const usedPair = z.object({
  etimClass: classHit,
  modellingClass: classHit,
  count: z.int(),
});
export type UsedPair = z.output<typeof usedPair>;
