import type { AnswerOf, DownloadId, IdsWith } from './caller.ts';
import type { Contract, OperationId } from './contract.ts';
import type { JsonBodyOf } from './operation.ts';
import type { CadMetadata } from './schemas/cad-metadata.ts';
import type { CadProduct } from './schemas/cad-product.ts';

type JsonBodyId = IdsWith<{ body: { kind: 'json' } }>;
type JsonAnswerId = Exclude<OperationId, DownloadId>;

/** Values of path and query parameters, by name, unless the parameter has one of its own, for people who read the description of the interface. All invented. */
export const exampleParameters: Readonly<Record<string, string>> = {
  version: '1',
  application: 'Revit',
  applicationName: 'Revit',
  applicationVersion: '2025',
  etimClassCode: 'EC011524',
  etimClassCodeVersion: '3',
  etimModelCode: 'MC000123',
  etimModelCodeVersion: '2',
  etimModelClassCode: 'MC000123',
  type: 'Template',
  languageCode: 'nl',
  majorVersion: '1',
  minorVersion: '0',
  attachmentNameOrId: 'drawing.pdf',
  licenseCode: 'your-license-code',
  blobId: '6b1d0c9a-0f7e-4c3a-9d51-3c1b2a4f5e60',
  includeMinorVersion: 'True',
  afterChangeDate: '2026-01-31',
  id: 'all',
  projectId: 'P-7',
  projectName: 'Pumping station',
  ticketNumber: '638400000000000000',
  filterId: '12',
  disabledFields: 'EF000008',
  disableFields: 'EF000008',
  manufacturerGln: '8712345000004',
  productCode: 'P25-60',
  gtin: '8712345678906',
  beautifyErrors: '1',
};

const application = { name: 'Revit', version: '2025' };
const etim = { classCode: 'EC011524', classCodeVersion: '3', modelCode: 'MC000123', modelCodeVersion: '2' };

const metadata: CadMetadata = {
  application,
  etim,
  baseFilename: 'pump',
  fileExtension: 'rfa',
  languageCode: 'nl',
  type: 'Template',
};

const storedMetadata: CadMetadata = {
  ...metadata,
  changeDate: '2026-02-03T04:05:06.000Z',
  version: 'nl.3.2.2025.1.0',
  blobId: '6b1d0c9a-0f7e-4c3a-9d51-3c1b2a4f5e60',
  size: 412_672,
  majorVersion: 1,
  minorVersion: 0,
  released: true,
};

const criterion = {
  identifier: { application, etim },
  options: { languageCode: 'nl', majorVersion: -1, minorVersion: 0 },
};

const structure: CadProduct = {
  etimClassCode: 'EC011524',
  etimClassCodeVersion: '3',
  etimClassDescription: 'Circulatiepomp',
  modellingClassCode: 'MC000123',
  modellingClassCodeVersion: '2',
  modellingClassDescription: 'Pomp met twee aansluitingen',
  properties: [
    {
      code: 'EF000008',
      description: 'Breedte',
      isEtimFeature: true,
      isModellingFeature: false,
      portCode: 0,
      selected: true,
      type: 'N',
      unitCode: 'EU570448',
      unitAbbreviation: 'mm',
    },
  ],
};

const product: CadProduct = {
  ...structure,
  id: '4711',
  productId: 4711,
  name: 'Pomp 25-60',
  manufacturerGln: '8712345000004',
  productCode: 'P25-60',
  gtins: ['8712345678906'],
  properties: structure.properties?.map((property) => ({ ...property, value: { numericValue: 180.5 } })),
};

const filter = { cadProducts: [product], languageCode: 'nl', searchCriteria: { searchString: 'pomp 25' } };
const versions = {
  current: { cadversion: '2025', etimclassversion: 3, modelclassversion: 2, languagecode: 'nl', major: 1, minor: 0 },
  versions: [
    { cadversion: '2025', etimclassversion: 3, modelclassversion: 2, languagecode: 'nl', major: 1, minor: 0 },
    { cadversion: '2025', etimclassversion: 3, modelclassversion: 2, languagecode: 'nl', major: 0, minor: 1 },
  ],
};

const validationRequest = {
  projectId: 'P-7',
  projectName: 'Pumping station',
  ticketNumber: '638400000000000000',
  languageCode: 'nl',
  requestDate: '2026-02-03T04:05:06Z',
  selectionBlobId: '0f6c2f0e-5b1a-4d0e-9a57-1f2e3d4c5b6a',
  status: 0,
};

const standards = { '6b1d0c9a-0f7e-4c3a-9d51-3c1b2a4f5e60': 'Project standard A' };

/** A body for each operation that takes JSON: one without does not compile. */
export const exampleBodies: { readonly [Id in JsonBodyId]: JsonBodyOf<Contract[Id]> } = {
  exportProducts: [{ etimClassCode: 'EC011524', modellingClassCode: 'MC000123', productId: 4711 }],
  storeMetadata: [metadata],
  findMetadata: [criterion],
  findCurrentMetadata: [criterion],
  storeStandard: { standardName: 'Project standard A' },
  storeValidationRequest: validationRequest,
  release: { comments: 'Connections moved to the grid' },
  setBimReady: { 4711: true, 4712: false },
  findProducts: [{ manufacturerGln: '8712345000004', productCode: 'P25-60' }],
  getProductValues: { productIds: [4711], languageCode: 'nl', excludeFeatures: false },
  storeFilter: filter,
};

/** What each operation answers, where that is not a file. */
export const exampleAnswers: { readonly [Id in JsonAnswerId]: AnswerOf<Id> } = {
  storeFile: '6b1d0c9a-0f7e-4c3a-9d51-3c1b2a4f5e60',
  getMetadata: [storedMetadata],
  storeMetadata: [{ ...storedMetadata, majorVersion: 0, minorVersion: 1, released: false, version: 'nl.3.2.2025.0.1' }],
  listMetadata: [storedMetadata],
  findMetadata: [storedMetadata],
  findCurrentMetadata: [storedMetadata],
  getStandards: standards,
  storeStandard: standards,
  storeValidationFile: '0f6c2f0e-5b1a-4d0e-9a57-1f2e3d4c5b6a',
  getValidationRequests: [validationRequest],
  deleteValidationRequests: true,
  storeValidationRequest: '638400000000000000',
  getNamedValidationRequests: [validationRequest],
  deleteNamedValidationRequests: true,
  listVersions: versions,
  release: versions,
  setBimReady: true,
  getDataInformation: { AuthorizationServerUrl: 'http://127.0.0.1:8080', SearchUrl: 'http://127.0.0.1:8080/search' },
  getProduct: product,
  findProducts: [product],
  getProductByGtin: product,
  getProductValues: [product],
  getFilter: filter,
  storeFilter: 12,
  getStructure: structure,
};
