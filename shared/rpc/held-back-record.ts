import { z } from 'zod';

/** What the settings of the library keep from being done, why, and the version it is about. */
export const heldBackRecord = z.object({
  would: z.enum(['upload', 'download']),
  because: z.enum(['onPublish', 'direction', 'follow', 'ignored']),
  version: z.string().optional(),
});
export type HeldBackRecord = z.output<typeof heldBackRecord>;
