import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../shared/api/contract.ts';
import { classPair, criterion, program, validationRequest, type World } from './right-requests.ts';
import { metadataRecord } from './seed.ts';
import { send, type Ask } from './send.ts';

/** A request that is refused, and as what. */
export interface Refused {
  readonly operation: OperationId;
  readonly because: string;
  readonly status: 400 | 404;
  /** The problem's type. */
  readonly type: string;
  readonly ask: (world: World) => Ask | Promise<Ask>;
}

const nowhere = randomUUID();

/** Refusals that need more than a wrong version or a missing token, which the suite tries on every operation. */
export const refusedRequests: readonly Refused[] = [
  notFound('getAttachment', 'no attachment has the name', ({ seed }) => ({
    params: { ...seed.key, type: 'Drawing' },
    query: { attachmentNameOrId: 'nobody.pdf' },
  })),
  bad('getAttachment', 'the class code has the wrong form', ({ seed }) => ({
    params: { ...seed.key, etimClassCode: 'EC12' },
  })),
  notFound('exportFilter', 'the filter is unknown', ({ seed }) => ({
    params: { ...program(seed), filterId: '999999999', languageCode: 'nl' },
  })),
  notFound('exportProducts', 'no product has a file', ({ seed }) => ({
    params: program(seed),
    json: [{ ...classPair, EtimClassCode: 'EC999999' }],
  })),
  bad('exportProducts', 'the body is no list', ({ seed }) => ({ params: program(seed), json: {} })),
  notFound('getFile', 'the key is unknown', ({ seed }) => ({ params: { ...seed.key, applicationVersion: nowhere } })),
  notFound('getFile', 'the version does not exist', ({ seed }) => ({
    params: seed.key,
    query: { majorVersion: '77', minorVersion: '0' },
  })),
  notFound('getFile', 'the language does not exist', ({ seed }) => ({
    params: seed.key,
    query: { LanguageCode: 'SV' },
  })),
  bad('getFile', 'the version is no number', ({ seed }) => ({ params: seed.key, query: { majorVersion: 'new' } })),
  bad('getFile', 'a minor version stands alone', ({ seed }) => ({ params: seed.key, query: { minorVersion: '2' } })),
  bad('getFile', 'the language is no code', ({ seed }) => ({ params: seed.key, query: { languageCode: 'Dutch!' } })),
  { ...bad('storeFile', 'the license code is wrong', () => rightFile), ...wrongLicense(() => rightFile) },
  { ...bad('storeFile', 'the license code is empty', () => rightFile), ...emptyLicense(() => rightFile) },
  { ...bad('storeFile', 'the body is no form', () => ({ raw: { body: 'x' } })), type: 'no-file-sent' },
  { ...bad('storeFile', 'the file is empty', () => ({ file: { name: 'a.rfa', content: '' } })), type: 'empty-file' },
  unknown('storeFile', () => ({ ...rightFile, beyond: '/more' })),
  notFound('getMetadata', 'the key is unknown', ({ seed }) => ({ params: { ...seed.key, applicationName: nowhere } })),
  {
    ...bad('storeMetadata', 'nobody has stored the bytes', ({ seed }) => ({
      params: { blobId: nowhere },
      json: [metadataRecord(seed.key, {})],
    })),
    type: 'unknown-blob',
  },
  {
    ...bad('storeMetadata', 'another version has become the newest', ({ seed }) => ({
      params: { blobId: seed.blobId },
      json: metadataRecord(seed.key, { baseVersion: '0.1' }),
    })),
    type: 'base-version-outdated',
  },
  bad('storeMetadata', 'a record of the list is incomplete', ({ seed }) => ({
    params: { blobId: seed.blobId },
    json: [metadataRecord({ ...seed.key, type: nowhere }, {}), { Application: { Name: 'Revit' } }],
  })),
  bad('storeMetadata', 'two records are of one file', ({ seed }) => ({
    params: { blobId: seed.blobId },
    json: [1, 2].map(() => metadataRecord({ ...seed.key, type: nowhere }, {})),
  })),
  bad('storeMetadata', 'the list is empty', ({ seed }) => ({ params: { blobId: seed.blobId }, json: [] })),
  bad('storeMetadata', 'the blob id is no GUID', ({ seed }) => ({
    params: { blobId: 'pump' },
    json: metadataRecord(seed.key, {}),
  })),
  {
    ...bad('storeMetadata', 'the license code is wrong', ({ seed }) => ({ params: { blobId: seed.blobId } })),
    ...wrongLicense(({ seed }) => ({ params: { blobId: seed.blobId }, json: metadataRecord(seed.key, {}) })),
  },
  {
    ...bad('storeMetadata', 'the license code is empty', ({ seed }) => ({ params: { blobId: seed.blobId } })),
    ...emptyLicense(({ seed }) => ({ params: { blobId: seed.blobId }, json: metadataRecord(seed.key, {}) })),
  },
  bad('listMetadata', 'the day does not exist', ({ seed }) => ({
    params: { ...seed.key, includeMinorVersion: 'False', afterChangeDate: '2026-02-30' },
  })),
  bad('listMetadata', 'the boolean is none', ({ seed }) => ({ params: { ...seed.key, includeMinorVersion: 'maybe' } })),
  bad('listMetadata', 'the boolean is empty', ({ seed }) => ({ params: { ...seed.key, includeMinorVersion: '' } })),
  bad('findMetadata', 'a code has the wrong form', () => ({
    json: [{ Identifier: { Application: { Name: 'A', Version: '1' }, ETIM: { ClassCode: 'XX' } } }],
  })),
  malformed('findMetadata', 'the body is not JSON', '[{'),
  malformed('findCurrentMetadata', 'the body is missing', ''),
  bad('findCurrentMetadata', 'there are too many criteria', ({ seed }) => ({
    json: new Array<object>(10_001).fill(criterion(seed)),
  })),
  notFound('getStandards', 'the standard is unknown', () => ({ params: { id: nowhere } })),
  bad('storeStandard', 'the name is empty', () => ({ json: { standardName: ' ' } })),
  { ...bad('storeStandard', 'the license code is wrong', () => ({})), ...wrongLicense(() => ({ json: 'A' })) },
  { ...bad('storeStandard', 'the license code is empty', () => ({})), ...emptyLicense(() => ({ json: 'A' })) },
  notFound('getValidationFile', 'the blob is unknown', () => ({ params: { blobId: nowhere } })),
  bad('getValidationFile', 'the blob id is no GUID', () => ({ params: { blobId: '17' } })),
  { ...malformed('storeValidationFile', 'there is no body', ''), type: 'empty-file' },
  unknown('storeValidationFile', () => ({ json: [], beyond: '/more' })),
  ...(['getValidationRequests', 'deleteValidationRequests'] as const).map((id) =>
    notFound(id, 'the ticket is unknown', ({ seed }) => ({
      params: { projectId: seed.projectId, ticketNumber: nowhere },
    })),
  ),
  ...(['getNamedValidationRequests', 'deleteNamedValidationRequests'] as const).map((id) =>
    notFound(id, 'the ticket is of another project name', async ({ target, seed }) => {
      const ticketNumber = randomUUID();
      await send(target, 'storeValidationRequest', { json: validationRequest(seed, ticketNumber) });
      return { params: { projectId: seed.projectId, projectName: 'Another', ticketNumber } };
    }),
  ),
  ...(['deleteValidationRequests', 'deleteNamedValidationRequests'] as const).flatMap((id) =>
    ['', ' '].flatMap((nothing) => [
      bad(id, `the ticket is ${JSON.stringify(nothing)}`, ({ seed }) => ({
        params: { projectId: seed.projectId, projectName: seed.projectName, ticketNumber: nothing },
      })),
      bad(id, `the project is ${JSON.stringify(nothing)}`, ({ seed }) => ({
        params: { projectId: nothing, projectName: seed.projectName, ticketNumber: '1' },
      })),
    ]),
  ),
  ...['', ' '].map((nothing) =>
    bad('deleteNamedValidationRequests', `the project name is ${JSON.stringify(nothing)}`, ({ seed }) => ({
      params: { projectId: seed.projectId, projectName: nothing, ticketNumber: '1' },
    })),
  ),
  bad('storeValidationRequest', 'another request has the ticket number', async ({ target, seed }) => {
    const ticketNumber = randomUUID();
    await send(target, 'storeValidationRequest', { json: validationRequest(seed, ticketNumber) });
    return { json: { ...validationRequest(seed, ticketNumber), Description: 'changed' } };
  }),
  bad('listVersions', 'the modelling class code has the wrong form', ({ seed }) => ({
    params: { ...seed.key, etimModelCode: 'EC011524' },
  })),
  bad('listVersions', 'the type is empty', ({ seed }) => ({ params: { ...seed.key, type: '' } })),
  {
    ...bad('release', 'there is no such file', ({ seed }) => ({
      params: { ...seed.key, type: nowhere },
      json: { comments: null },
    })),
    type: 'nothing-to-release',
  },
  {
    ...bad('release', 'the newest draft is not the one named', ({ seed }) => ({
      params: seed.key,
      query: { majorVersion: '0', minorVersion: '1' },
      json: {},
    })),
    type: 'nothing-to-release',
  },
  {
    ...bad('release', 'the license code is wrong', ({ seed }) => ({ params: seed.key })),
    ...wrongLicense(({ seed }) => ({ params: seed.key, json: {} })),
  },
  {
    ...bad('release', 'the license code is empty', ({ seed }) => ({ params: seed.key })),
    ...emptyLicense(({ seed }) => ({ params: seed.key, json: {} })),
  },
  notFound('setBimReady', 'a product is unknown', () => ({ json: { 999999: true } })),
  bad('setBimReady', 'a key is no product id', () => ({ json: { pump: true } })),
  unknown('getDataInformation', () => ({ beyond: '/more' })),
  notFound('getProduct', 'the product is unknown', () => ({
    params: { manufacturerGln: '8712345000004', productCode: nowhere },
  })),
  bad('getProduct', 'the product code is empty', () => ({
    params: { manufacturerGln: '8712345000004', productCode: '' },
  })),
  bad('getProduct', 'the GLN is too short', () => ({ params: { manufacturerGln: '871234', productCode: 'P' } })),
  notFound('findProducts', 'none of the products is known', () => ({
    json: [{ ManufacturerGLN: '8712345000004', ProductCode: nowhere }],
  })),
  bad('findProducts', 'a GLN holds a letter', () => ({
    json: [{ ManufacturerGLN: '871234500000x', ProductCode: 'P' }],
  })),
  notFound('getProductByGtin', 'the GTIN is unknown', () => ({ params: { gtin: '40000000000006' } })),
  bad('getProductByGtin', 'the GTIN is too long', () => ({ params: { gtin: '123456789012345' } })),
  bad('getProductByGtin', 'the GTIN holds a letter', () => ({ params: { gtin: '8712345O78906' } })),
  notFound('getProductValues', 'the product is unknown', () => ({ json: [999999] })),
  bad('getProductValues', 'an id has a fraction', () => ({ json: { ProductIds: [1.5] } })),
  bad('getProductValues', 'an id is empty', () => ({ json: { ProductIds: [''] } })),
  notFound('getFilter', 'the filter is unknown', () => ({ params: { filterId: '999999999', type: 'interface' } })),
  bad('getFilter', 'the type is neither of the two', ({ seed }) => ({
    params: { filterId: seed.filterId || '1', type: 'everything' },
  })),
  notFound('storeFilter', 'the classes are not used together', () => ({
    json: { CADProducts: [{ ...classPair, EtimClassCode: 'EC999999' }] },
  })),
  bad('storeFilter', 'there is no product', () => ({ json: { CADProducts: [] }, query: { beautifyErrors: '1' } })),
  notFound('getStructure', 'the classes are not used together', () => ({
    params: { etimClassCode: 'EC999999', etimModelClassCode: 'MC999999' },
  })),
  bad('getStructure', 'the class code has the wrong form', () => ({
    params: { etimClassCode: 'pump', etimModelClassCode: 'MC000123' },
  })),
];

const rightFile: Ask = { file: { name: 'valve.rfa', content: 'a valve' } };

type AskFor = Refused['ask'];

function bad(operation: OperationId, because: string, ask: AskFor): Refused {
  return { operation, because, status: 400, type: 'invalid-request', ask };
}

function malformed(operation: OperationId, because: string, body: string): Refused {
  const ask = () => ({ raw: { body, contentType: 'application/json' } });
  return { operation, because, status: 400, type: 'malformed-body', ask };
}

function notFound(operation: OperationId, because: string, ask: AskFor): Refused {
  return { operation, because, status: 404, type: 'not-found', ask };
}

function unknown(operation: OperationId, ask: AskFor): Refused {
  return { operation, because: 'the path goes on', status: 404, type: 'unknown-operation', ask };
}

function wrongLicense(ask: AskFor): Pick<Refused, 'type' | 'ask'> {
  const withWrongCode: AskFor = async (world) => ({ ...(await ask(world)), licenseCode: 'LICENSE-WRONG' });
  return { type: 'license-code-rejected', ask: withWrongCode };
}

function emptyLicense(ask: AskFor): Pick<Refused, 'type' | 'ask'> {
  const withoutCode: AskFor = async (world) => ({ ...(await ask(world)), licenseCode: '' });
  return { type: 'license-code-rejected', ask: withoutCode };
}
