import { z } from 'zod';
import { listed, productIds } from './service-records.ts';

/** What crosses between window and engine about validation requests and their results. */

/** `refused`: the service did not take what was asked for while it was away. */
export const validationStates = [
  'waiting',
  'refused',
  'requested',
  'inProgress',
  'succeeded',
  'failed',
  'notSaid',
] as const;

/** A validation request without its products, which may be thousands. */
export const validationRecord = z.object({
  projectId: z.string(),
  projectName: z.string().optional(),
  ticketNumber: z.string(),
  description: z.string().optional(),
  requestedBy: z.string().optional(),
  requestedMs: z.number().optional(),
  state: z.enum(validationStates),
  productCount: z.int(),
  /** The number the service gives as its result. */
  result: z.number().optional(),
  /** Ids of what was sent, of the result for programs, and of the report for people. */
  selectionBlobId: z.string().optional(),
  resultBlobId: z.string().optional(),
  reportBlobId: z.string().optional(),
});
export type ValidationRecord = z.output<typeof validationRecord>;

export const validationList = z.object({ requests: z.array(validationRecord), ...listed });

export const ticketNumber = z.string().trim().min(1).max(256);

export const validationPlace = z.object({
  projectId: z.string().trim().min(1).max(256),
  /** Only requests of this project name. */
  projectName: z.string().trim().min(1).max(256).optional(),
  ticketNumber: ticketNumber.optional(),
});
export type ValidationPlace = z.output<typeof validationPlace>;

/** What is validated: products the service knows, or a file on this computer that holds them. */
export const validationSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('products'), productIds }),
  z.object({ kind: z.literal('file'), path: z.string().min(1).max(32_768) }),
]);
export type ValidationSubject = z.output<typeof validationSubject>;

export const validationDraft = validationPlace.extend({
  description: z.string().max(4_000).optional(),
  requestedBy: z.string().max(256).optional(),
  languageCode: z.string().max(16).optional(),
  subject: validationSubject,
});
export type ValidationDraft = z.output<typeof validationDraft>;

/** A product in the result of a validation, as far as it says so. */
const validatedProduct = z.object({
  name: z.string(),
  /** As the interface names it: `ValidData`, `DifferentData`, … */
  state: z.string(),
  isGood: z.boolean(),
  features: z.array(z.object({ code: z.string(), port: z.int(), state: z.string(), isGood: z.boolean() })),
});

/** What a report says: product by product where it can be read so, else as plain text. `isCut`: there is more, to be saved. */
export const validationReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('products'), products: z.array(validatedProduct), isCut: z.boolean() }),
  z.object({ kind: z.literal('text'), text: z.string(), isCut: z.boolean() }),
]);
export type ValidationReport = z.output<typeof validationReport>;
