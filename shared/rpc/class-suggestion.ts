import { z } from 'zod';

/** What speaks for a suggestion. */
export const suggestionReason = z.discriminatedUnion('code', [
  /** The path names what is suggested. */
  z.object({ code: z.literal('path') }),
  /** The file at `path`, of the same name next to it, has these classes. */
  z.object({ code: z.literal('sameName'), path: z.string() }),
  /** So many files of the ETIM class in its path have this modelling class, more than have any other. */
  z.object({ code: z.literal('usualPartner'), count: z.int() }),
  /** `count` of the `of` files next to it that have classes have these. */
  z.object({ code: z.literal('neighbours'), count: z.int(), of: z.int() }),
  /** So many files of the library with the same words in their names have these classes, and none has others. */
  z.object({ code: z.literal('alikeNames'), count: z.int() }),
]);

/** The classes an unassigned file may belong to, for a person to say yes to; never taken by itself. */
export const classSuggestion = z.object({
  etimClassCode: z.string().optional(),
  etimClassVersion: z.string().optional(),
  modellingClassCode: z.string().optional(),
  modellingClassVersion: z.string().optional(),
  /** What it is, where it seems to be something else than the files of its library usually are. */
  contentType: z.string().optional(),
  because: suggestionReason,
});
export type ClassSuggestion = z.output<typeof classSuggestion>;
