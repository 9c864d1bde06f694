import { z } from 'zod';
import { selectionKinds, validationParts } from './service-choices.ts';
import { cadProduct } from '../api/schemas/cad-product.ts';
import { longestProgramName, longestProgramVersion } from '../model/program.ts';
import { errorRecord } from './error-record.ts';
import { productQuery } from './product-records.ts';

/** What crosses between window and engine about what a person asks of the service beside syncing. */

/** When the service said so, where it could not be asked now. */
const aged = { asOfMs: z.number().optional() };

/** Of a list, also whether nobody can say now what the service has: then it is only what waits. */
const listed = { ...aged, isPartial: z.literal(true).optional() };

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

// Validation

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

// A product's values against the structure of its classes

export const valueFaults = [
  /** The class has this feature, and the product no value for it. */
  'missing',
  /** The product has a value for what its classes do not have. */
  'notInClass',
  /** A number where a choice belongs, and the like. */
  'wrongKind',
  'otherUnit',
  /** A range that ends before it begins. */
  'emptyRange',
  'twice',
] as const;

export const valueFault = z.object({
  fault: z.enum(valueFaults),
  code: z.string(),
  description: z.string(),
  port: z.int(),
  /** Of what is missing: whether the product says that it is missing (`MV`) or unknown (`UN`). */
  reason: z.string().optional(),
  /** What the class says and what the product has, where that tells the fault. */
  expected: z.string().optional(),
  found: z.string().optional(),
});
export type ValueFault = z.output<typeof valueFault>;

export const numberFault = z.object({ kind: z.enum(['gtin', 'gln']), number: z.string() });

export const productCheck = z.object({
  query: productQuery,
  product: productHead,
  /** How many features its classes have, and how many of them have a value or say that none applies. */
  featureCount: z.int(),
  filledCount: z.int(),
  faults: z.array(valueFault),
  /** Classes of which the product names another version than the service has. */
  otherVersions: z.array(z.object({ code: z.string(), expected: z.string(), found: z.string() })),
  /** Numbers whose check digit is wrong. */
  wrongNumbers: z.array(numberFault),
  ...aged,
  /** Why it could not be checked. */
  error: errorRecord.optional(),
});
export type ProductCheck = z.output<typeof productCheck>;

// Selections of products

const filterId = z.string().regex(/^\d{1,15}$/);
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

// What is saved to a file

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

/** How the file stands that is being saved, or was saved last. */
export const savingRecord = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('running'),
    fileName: z.string(),
    receivedBytes: z.number(),
    /** Length of the whole, where the service announces it; it makes ZIPs while it sends them. */
    sizeBytes: z.number().optional(),
  }),
  /** The service cannot be asked now: `fileCount` files are saved once it can, this one first. */
  z.object({
    state: z.literal('waiting'),
    fileName: z.string(),
    fileCount: z.int(),
    /** Absent until it was tried in this run. */
    error: errorRecord.optional(),
  }),
  z.object({ state: z.literal('saved'), fileName: z.string(), path: z.string(), sizeBytes: z.number(), ...aged }),
  /** Nothing of it is left on the disk. */
  z.object({ state: z.literal('failed'), fileName: z.string(), error: errorRecord }),
]);
export type SavingRecord = z.output<typeof savingRecord>;

// What the service has of a product's classes

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
