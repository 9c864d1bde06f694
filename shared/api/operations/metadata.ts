import { z } from 'zod';
import { bodyLimits, listLimits } from '../limits.ts';
import { operation } from '../operation.ts';
import { cadMetadata, cadMetadataCriteria, cadMetadataToStore } from '../schemas/cad-metadata.ts';
import {
  afterDate,
  booleanWord,
  cadKeyPath,
  cadKeyShape,
  languageCode,
  licenseCode,
  segment,
  versionChoiceShape,
} from '../schemas/parameters.ts';
import { requiredListOf } from '../schemas/wire-values.ts';

const criteriaBody = {
  kind: 'json',
  schema: requiredListOf(cadMetadataCriteria, listLimits.criteria),
  maxBytes: bodyLimits.records,
} as const;

/** Operations on the metadata of CAD files. */
export const metadataOperations = {
  getMetadata: operation({
    number: 6,
    summary: 'Returns the metadata of a product context: one record per type and language.',
    area: 'content',
    method: 'GET',
    path: `/api/v{version}/Metadata/${cadKeyPath}`,
    params: z.object(cadKeyShape),
    query: z.object(versionChoiceShape),
    answer: { kind: 'json', schema: z.array(cadMetadata) },
    errors: [400, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  storeMetadata: operation({
    number: 7,
    summary: 'Stores metadata for the bytes in a blob, which makes a new draft.',
    area: 'content',
    method: 'POST',
    path: '/api/v{version}/Metadata/{blobId}/{licenseCode}',
    params: z.object({ blobId: z.guid('a blob id is a GUID'), licenseCode: licenseCode() }),
    body: {
      kind: 'json',
      schema: z.union([requiredListOf(cadMetadataToStore, listLimits.metadataRecords), cadMetadataToStore]),
      maxBytes: bodyLimits.records,
      mayBringFiles: true,
    },
    answer: { kind: 'json', schema: z.array(cadMetadata), meaning: (said = []) => said },
    errors: [400, 500],
    license: 'path',
    right: 'write',
    audited: 'stored',
    repeatable: false,
  }),
  listMetadata: operation({
    number: 8,
    summary: 'Returns the most recent metadata of the CAD files of one application version.',
    area: 'content',
    method: 'GET',
    path: '/api/v{version}/MetadataBulk/{applicationName}/{applicationVersion}/{includeMinorVersion}/{afterChangeDate}',
    params: z.object({
      applicationName: segment('CAD application'),
      applicationVersion: segment('Version of the CAD application'),
      includeMinorVersion: booleanWord(),
      afterChangeDate: afterDate(),
    }),
    lastParamOptional: true,
    query: z.object({ languageCode: languageCode() }),
    answer: { kind: 'json', schema: z.array(cadMetadata) },
    errors: [400, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  findMetadata: operation({
    number: 9,
    summary: 'Returns the metadata of every version that the criteria ask for.',
    area: 'content',
    method: 'POST',
    path: '/api/v{version}/MetadataBulk',
    body: criteriaBody,
    answer: { kind: 'json', schema: z.array(cadMetadata), mayBringFiles: true },
    errors: [400, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  findCurrentMetadata: operation({
    number: 10,
    summary: 'Returns the most current metadata for each of the criteria.',
    area: 'content',
    method: 'POST',
    path: '/api/v{version}/MetadataCurrentBulk',
    body: criteriaBody,
    answer: { kind: 'json', schema: z.array(cadMetadata) },
    errors: [400, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
};
