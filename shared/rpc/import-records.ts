import { z } from 'zod';
import type { ImportSummary } from '../model/import-record.ts';
import { errorRecord } from './error-record.ts';

const importSummary = z.object({
  classes: z.int(),
  modellingClasses: z.int(),
  features: z.int(),
  values: z.int(),
  units: z.int(),
  products: z.int(),
  updated: z.int(),
  skipped: z.int(),
}) satisfies z.ZodType<ImportSummary>;

/** What an import of product data did. */
export const importResult = importSummary.extend({
  faultCount: z.int(),
  /** The first of them, each with the name of the file it is in. */
  faults: z.array(z.object({ file: z.string(), pointer: z.string(), detail: z.string() })),
  /** Why the import ended before it was through: then it changed nothing, and all counts but that of faults are 0. */
  error: errorRecord.optional(),
});
export type ImportResult = z.output<typeof importResult>;

/** So many faults are listed; all are counted. */
export const faultsListed = 100;

/** How an import of product data stands. */
export const productImportRecord = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('running'),
    /** Name of the file that is read now, and which of how many it is, from 1. */
    file: z.string(),
    fileNumber: z.int(),
    fileCount: z.int(),
    /** How much of that file has been read, 0 … 1. */
    progress: z.number(),
  }),
  /** What has been read is being removed. */
  z.object({ state: z.literal('cancelling') }),
  z.object({ state: z.literal('ended'), result: importResult }),
]);
export type ProductImportRecord = z.output<typeof productImportRecord>;
