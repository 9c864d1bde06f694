import { z } from 'zod';
import { catalogue, type ErrorCode } from '../errors/catalogue.ts';

/** An error of the catalogue as it crosses between window and engine. */
export const errorRecord = z.object({
  code: z.enum(Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]]),
  /** What is special about this instance, in English, for the "details" line. */
  detail: z.string().optional(),
});
