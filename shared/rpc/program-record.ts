import { z } from 'zod';
import {
  faultInPrograms,
  isProgramVersion,
  longestProgramName,
  longestProgramVersion,
  mostPrograms,
} from '../model/program.ts';

/** The programs a library declares, each in one version; the first is the one for neutral formats. */
export const declaredPrograms = z
  .array(
    z.object({
      name: z.string().trim().min(1).max(longestProgramName),
      version: z.string().trim().min(1).max(longestProgramVersion),
    }),
  )
  .min(1)
  .max(mostPrograms)
  .refine((programs) => faultInPrograms(programs) === undefined, { error: 'Each program is named once.' });

/** Programs that a person declares. */
export const programList = declaredPrograms.refine(
  (programs) => programs.every(({ version }) => isProgramVersion(version)),
  { error: 'A version is one word with a digit.' },
);
