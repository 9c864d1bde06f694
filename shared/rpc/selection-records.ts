import { z } from 'zod';
import { filterIdForm, selectionKinds, validationParts } from './service-choices.ts';
import { errorRecord } from './error-record.ts';
import { aged, productHead, productIds, program, standing } from './service-records.ts';

/** What crosses between window and engine about selections of products, and what is saved to a file. */

const filterId = z.string().regex(filterIdForm);
const disabledFields = z.array(z.string().max(64)).max(10_000);

/** A filter of the service under the name a person gave it; name and switched-off features are kept on this computer. */
export const savedSelection = z.object({
  filterId,
  name: z.string().trim().min(1).max(200),
  kind: z.enum(selectionKinds),
  /** Codes of features that exports leave out. */
  disabledFields,
  /** What it had for an id while it waited for the service. */
  givenId: filterId.optional(),
  ...standing.shape,
});
export type SavedSelection = z.output<typeof savedSelection>;

export const selectionDetail = z.object({
  productCount: z.int(),
  /** The first of them. */
  products: z.array(productHead),
  features: z.array(
    z.object({
      code: z.string(),
      description: z.string(),
      origin: z.enum(['etim', 'modelling', 'other']),
      selected: z.boolean(),
    }),
  ),
  ...aged,
});
export type SelectionDetail = z.output<typeof selectionDetail>;

/** What can be saved to a file that the person names: everything the service answers with bytes, and tables. */
export const savedThing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('filterZip'), filterId, disabledFields, program, languageCode: z.string().max(16) }),
  z.object({ kind: z.literal('productsZip'), productIds, program, languageCode: z.string().max(16) }),
  z.object({
    kind: z.literal('filterTable'),
    filterId,
    selectionKind: z.enum(selectionKinds),
    disabledFields,
  }),
  z.object({ kind: z.literal('productsTable'), productIds, languageCode: z.string().max(16) }),
  z.object({
    kind: z.literal('attachment'),
    /** A content key: its type is that of the attachment. */
    key: z.string().max(2_000),
    /** Name or id; without, the first of that type. */
    attachment: z.string().max(256).optional(),
  }),
  z.object({ kind: z.literal('validationFile'), blobId: z.guid(), part: z.enum(validationParts) }),
]);
export type SavedThing = z.output<typeof savedThing>;

/** The file that is told of; `errandId`: what it is given up by. */
const savedFile = { errandId: z.int(), fileName: z.string() };

/** How the file stands that is being saved, or was saved last. */
export const savingRecord = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('running'),
    ...savedFile,
    receivedBytes: z.number(),
    /** Length of the whole, where the service announces it; it makes ZIPs while it sends them. */
    sizeBytes: z.number().optional(),
  }),
  /** The service cannot be asked now: `fileCount` files are saved once it can, this one first. */
  z.object({
    state: z.literal('waiting'),
    ...savedFile,
    fileCount: z.int(),
    /** Absent until it was tried in this run. */
    error: errorRecord.optional(),
  }),
  z.object({ state: z.literal('saved'), ...savedFile, path: z.string(), sizeBytes: z.number(), ...aged }),
  /** Nothing of it is left on the disk. */
  z.object({
    state: z.literal('failed'),
    ...savedFile,
    /** An attachment that nobody named: `fileName` is a stand-in. */
    isUnnamed: z.literal(true).optional(),
    error: errorRecord,
  }),
]);
export type SavingRecord = z.output<typeof savingRecord>;
