import type { OperationId } from './contract.ts';

/** The names of all operations, for those that must not load what they declare: a log is there before anything else. */
const names = {
  exportFilter: true,
  exportProducts: true,
  getAttachment: true,
  getFile: true,
  storeFile: true,
  listVersions: true,
  release: true,
  getMetadata: true,
  storeMetadata: true,
  listMetadata: true,
  findMetadata: true,
  findCurrentMetadata: true,
  setBimReady: true,
  getDataInformation: true,
  getProduct: true,
  findProducts: true,
  getProductByGtin: true,
  getProductValues: true,
  getFilter: true,
  storeFilter: true,
  getStructure: true,
  getStandards: true,
  storeStandard: true,
  getValidationFile: true,
  storeValidationFile: true,
  getValidationRequests: true,
  deleteValidationRequests: true,
  storeValidationRequest: true,
  getNamedValidationRequests: true,
  deleteNamedValidationRequests: true,
} as const satisfies Readonly<Record<OperationId, true>>;

export const operationNames = Object.keys(names) as OperationId[];
