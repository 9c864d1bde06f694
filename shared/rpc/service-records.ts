import { z } from 'zod';
import { cadProduct } from '../api/schemas/cad-product.ts';
import { longestProgramName, longestProgramVersion } from '../model/program.ts';

/** What crosses between window and engine about what a person asks of the service beside syncing. */

/** When the service said so, where it could not be asked now. */
export const aged = { asOfMs: z.number().optional() };

/** Of a list, also whether nobody can say now what the service has: then it is only what waits. */
export const listed = { ...aged, isPartial: z.literal(true).optional() };

const isSo = z.literal(true).optional();

/** It waits for the service, which could not be asked; `waitedBefore`: the very same did already, and was not added again. */
export const waits = { waits: isSo, waitedBefore: isSo };

/** It waits for the service, or for a person, because the service refused it. */
export const standing = z.object({ waits: isSo, refused: isSo });

/** Products by the service's own ids, which its answers tell: one request finds all of them. */
export const productIds = z.array(z.int().min(1)).min(1).max(10_000);

export const program = z.object({
  name: z.string().trim().min(1).max(longestProgramName),
  version: z.string().trim().min(1).max(longestProgramVersion),
});

/** What tells a product from others, without its features. */
export const productHead = cadProduct.pick({
  name: true,
  productId: true,
  manufacturerName: true,
  productCode: true,
  etimClassCode: true,
  modellingClassCode: true,
});
export type ProductHead = z.output<typeof productHead>;

export const contentRecord = z.object({
  key: z.string(),
  fileName: z.string(),
  program,
  type: z.string(),
  languageCode: z.string().optional(),
  version: z.string().optional(),
  changedMs: z.number().optional(),
});
export type ContentRecord = z.output<typeof contentRecord>;

export const contentList = z.object({ files: z.array(contentRecord), ...listed });

/** A CAD key in each of some programs. */
export const contentQuestion = z.object({
  programs: z.array(program).min(1).max(20),
  etimClassCode: z.string().max(16),
  etimClassCodeVersion: z.string().max(16).optional(),
  etimModelCode: z.string().max(16),
  etimModelCodeVersion: z.string().max(16).optional(),
});
export type ContentQuestion = z.output<typeof contentQuestion>;

export const standardName = z.string().trim().min(1).max(256);

export const standardList = z.object({
  standards: z.array(z.object({ id: z.string(), name: z.string(), ...standing.shape })),
  ...listed,
});
