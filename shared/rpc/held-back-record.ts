import { z } from 'zod';

/**
 * What the settings of the library keep from being done, why, and the version it is about: of what would be sent, the one
 * that the service had of these bytes and has no more. `otherLibrary`: it belongs to
 * another library of this computer. `noLibrary`: no library of this computer has its class or fetches everything.
 */
export const heldBackRecord = z.object({
  would: z.enum(['upload', 'download']),
  because: z.enum(['onPublish', 'direction', 'follow', 'ignored', 'otherLibrary', 'noLibrary']),
  version: z.string().optional(),
});
export type HeldBackRecord = z.output<typeof heldBackRecord>;
