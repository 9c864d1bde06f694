import { exportOperations } from './operations/exports.ts';
import { fileOperations } from './operations/files.ts';
import { metadataOperations } from './operations/metadata.ts';
import { productOperations } from './operations/products.ts';
import { standardOperations } from './operations/standards.ts';
import { validationOperations } from './operations/validation.ts';

/** The whole service: the 30 operations of the interface description, each declared once. */
export const contract = {
  ...exportOperations,
  ...fileOperations,
  ...metadataOperations,
  ...productOperations,
  ...standardOperations,
  ...validationOperations,
};

export type Contract = typeof contract;
export type OperationId = keyof Contract;

export const operationIds = Object.keys(contract) as OperationId[];

/** The version that stands in every path (`/api/v1/…`). */
export const servedApiVersion = '1';
