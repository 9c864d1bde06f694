import { z } from 'zod';
import { errorRecord } from './error-record.ts';
import { productQuery } from './product-records.ts';
import { aged, productHead } from './service-records.ts';

/** What crosses between window and engine about a product's values against the structure of its classes. */

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
