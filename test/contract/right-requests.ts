import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../shared/api/contract.ts';
import { pump } from './sample-products.ts';
import { metadataRecord, sampleFilter, storeRecord, type Seed } from './seed.ts';
import { send, type Ask } from './send.ts';
import type { Target } from './target.ts';

/** What is needed to write a request down. */
export interface World {
  readonly target: Target;
  readonly seed: Seed;
}

type Right = (world: World) => Ask | Promise<Ask>;

/** A request for each operation that is answered with 200: one without does not compile. */
export const rightRequests: Record<OperationId, Right> = {
  getAttachment: ({ seed }) => ({
    params: { ...seed.key, type: 'Drawing' },
    query: { attachmentNameOrId: seed.attachmentName },
  }),
  exportFilter: ({ seed }) => ({ params: { ...program(seed), filterId: seed.filterId, languageCode: 'nl' } }),
  exportProducts: ({ seed }) => ({ params: program(seed), json: [classPair] }),
  getFile: ({ seed }) => ({ params: seed.key }),
  storeFile: () => ({ file: { name: 'valve.rfa', content: 'a valve' } }),
  getMetadata: ({ seed }) => ({ params: seed.key }),
  storeMetadata: ({ seed }) => ({
    params: { blobId: seed.blobId },
    json: [metadataRecord({ ...seed.key, type: 'Other' }, {})],
  }),
  listMetadata: ({ seed }) => ({
    params: { ...seed.key, includeMinorVersion: 'True', afterChangeDate: '2020-01-01' },
    query: { languageCode: '' },
  }),
  findMetadata: ({ seed }) => ({ json: [criterion(seed)] }),
  findCurrentMetadata: ({ seed }) => ({ json: [criterion(seed)] }),
  getStandards: () => ({ params: { id: 'all' } }),
  storeStandard: () => ({ json: 'Contract standard' }),
  getValidationFile: ({ seed }) => ({ params: { blobId: seed.validationBlobId } }),
  storeValidationFile: () => ({ raw: { body: '[{"a":1}]', contentType: 'application/json' } }),
  getValidationRequests: withTicket,
  deleteValidationRequests: withTicket,
  storeValidationRequest: ({ seed }) => ({ json: validationRequest(seed, randomUUID()) }),
  getNamedValidationRequests: withTicket,
  deleteNamedValidationRequests: withTicket,
  listVersions: ({ seed }) => ({ params: seed.key }),
  async release({ target, seed }) {
    const key = { ...seed.key, type: randomUUID() };
    await storeRecord(target, seed.blobId, key, {});
    return { params: key, json: { Comments: null } };
  },
  setBimReady: () => ({ raw: { body: '{"4711":true,"4712":false}', contentType: 'text/plain; charset=utf-8' } }),
  getDataInformation: () => ({}),
  getProduct: () => ({ params: { manufacturerGln: pump.manufacturerGln, productCode: pump.productCode } }),
  findProducts: () => ({ json: [{ ManufacturerGLN: pump.manufacturerGln, ProductCode: pump.productCode }] }),
  getProductByGtin: () => ({ params: { gtin: '8712345678906' } }),
  getProductValues: () => ({ json: { ProductIds: [4711], LanguageCode: 'nl', ExcludeFeatures: false } }),
  getFilter: ({ seed }) => ({ params: { filterId: seed.filterId, type: 'interface', disableFields: '["EF000008"]' } }),
  storeFilter: () => ({ json: sampleFilter() }),
  getStructure: () => ({ params: { etimClassCode: 'EC011524', etimModelClassCode: 'MC000123' } }),
};

/** Operations that only answer where the sample products are. */
export const needsProducts: ReadonlySet<OperationId> = new Set<OperationId>([
  'exportFilter',
  'setBimReady',
  'getProduct',
  'findProducts',
  'getProductByGtin',
  'getProductValues',
  'getFilter',
  'storeFilter',
  'getStructure',
]);

export const classPair = { EtimClassCode: pump.etimClassCode, ModellingClassCode: pump.modellingClassCode };

export function program({ key }: Seed): { application: string; applicationVersion: string } {
  return { application: key.applicationName, applicationVersion: key.applicationVersion };
}

export function criterion({ key }: Seed): object {
  const { Application, Etim } = metadataRecord(key, {}) as { Application: object; Etim: object };
  return { Identifier: { Application, ETIM: Etim }, Options: { LanguageCode: '', MajorVersion: -1, MinorVersion: 0 } };
}

export function validationRequest({ projectId, projectName }: Seed, ticketNumber: string): object {
  return {
    ProjectId: projectId,
    ProjectName: projectName,
    TicketNumber: ticketNumber,
    AccessToken: 'somebody else’s',
    RequestDate: '2026-02-03T04:05:06Z',
    Status: 0,
    ResultInCAD: 1,
    CADProducts: null,
    ValidationResult: 0,
  };
}

async function withTicket({ target, seed }: World): Promise<Ask> {
  const ticketNumber = randomUUID();
  await send(target, 'storeValidationRequest', { json: validationRequest(seed, ticketNumber) });
  return { params: { projectId: seed.projectId, projectName: seed.projectName, ticketNumber } };
}
