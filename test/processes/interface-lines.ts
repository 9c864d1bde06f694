import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import type { ProductData } from '../../shared/model/product-data.ts';

/** One operation of the interface description: its number, its line in section 4, and what a caller fills in. */
export interface InterfaceLine {
  readonly number: number;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly values?: Readonly<Record<string, string>>;
  /** Values of the query names the line lists. */
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly sendsFile?: true;
  /** What the answer has to contain. */
  readonly answers: string | RegExp;
}

const cadKey =
  '{applicationName}/{applicationVersion}/{etimClassCode}/{etimClassCodeVersion}/{etimModelCode}/{etimModelCodeVersion}';
const choice = { LanguageCode: 'nl', MajorVersion: '1', MinorVersion: '0' };

/** A product of the demo catalogue that can be found in every way. */
function findDemoProduct(): ProductData & { readonly manufacturerGln: string } {
  for (const product of makeDemoCatalogue().products) {
    const { manufacturerGln, etimClassCode, modellingClassCode, gtins } = product;
    if (manufacturerGln && etimClassCode && modellingClassCode && gtins.length > 0)
      return { ...product, manufacturerGln };
  }
  throw new Error('No demo product has a GLN, both classes and a GTIN.');
}

const product = findDemoProduct();
const [etimClassCode = '', etimModelCode = ''] = [product.etimClassCode, product.modellingClassCode];
/** What the lines' CAD files are stored under. */
export const demoKey = {
  applicationName: 'Revit',
  applicationVersion: '2025',
  etimClassCode,
  etimClassCodeVersion: product.etimClassVersion ?? '1',
  etimModelCode,
  etimModelCodeVersion: product.modellingClassVersion ?? '1',
  type: 'Template',
};
const etim = {
  ClassCode: demoKey.etimClassCode,
  ClassCodeVersion: demoKey.etimClassCodeVersion,
  ModelCode: demoKey.etimModelCode,
  ModelCodeVersion: demoKey.etimModelCodeVersion,
};
const application = { Name: 'Revit', Version: '2025' };
const record = { Application: application, Etim: etim, BaseFilename: 'pump', FileExtension: 'rfa', LanguageCode: 'nl' };
const criteria = [
  {
    Identifier: { Application: application, ETIM: etim },
    Options: { LanguageCode: 'nl', MajorVersion: -1, MinorVersion: 0 },
  },
];
const classes = { EtimClassCode: etimClassCode, ModellingClassCode: etimModelCode };
const request = {
  ProjectId: 'P-7',
  ProjectName: 'Hall',
  TicketNumber: '17',
  Status: 0,
  RequestDate: '2026-02-03T04:05:06Z',
};
const ticket = { projectId: 'P-7', projectName: 'Hall', ticketNumber: '17' };

/** In the order in which they find what the ones before have stored. */
export const interfaceLines: readonly InterfaceLine[] = [
  { number: 5, method: 'POST', path: 'Files/{licenseCode}', sendsFile: true, answers: /^[0-9a-f-]{36}$/ },
  {
    number: 7,
    method: 'POST',
    path: 'Metadata/{blobId}/{licenseCode}',
    json: [
      { ...record, Type: 'Template' },
      { ...record, Type: 'Drawing', AttachmentName: 'drawing.pdf' },
    ],
    answers: '"minorVersion":1',
  },
  {
    number: 21,
    method: 'PUT',
    path: `Versions/Release/${cadKey}/{type}/{licenseCode}`,
    query: { LanguageCode: 'nl' },
    json: { Comments: 'first' },
    answers: '"major":1',
  },
  { number: 20, method: 'GET', path: `Versions/${cadKey}/{type}`, query: choice, answers: '"comments":"first"' },
  {
    number: 1,
    method: 'GET',
    path: `Attachments/${cadKey}/{type}`,
    values: { type: 'Drawing' },
    query: { LanguageCode: 'nl', MajorVersion: '-1', MinorVersion: '-1', attachmentNameOrId: 'drawing.pdf' },
    answers: 'bytes of a pump',
  },
  { number: 4, method: 'GET', path: `Files/${cadKey}/{type}`, query: choice, answers: 'bytes of a pump' },
  { number: 6, method: 'GET', path: `Metadata/${cadKey}`, query: choice, answers: '"baseFilename":"pump"' },
  {
    number: 8,
    method: 'GET',
    path: 'MetadataBulk/{applicationName}/{applicationVersion}/{includeMinorVersion}/{afterChangeDate}',
    values: { includeMinorVersion: 'true', afterChangeDate: '2020-06-25' },
    query: { languageCode: 'nl' },
    answers: '"baseFilename":"pump"',
  },
  { number: 9, method: 'POST', path: 'MetadataBulk', json: criteria, answers: '"baseFilename":"pump"' },
  { number: 10, method: 'POST', path: 'MetadataCurrentBulk', json: criteria, answers: '"baseFilename":"pump"' },
  {
    number: 3,
    method: 'POST',
    path: 'Export/{application}/{applicationVersion}',
    query: { languageCode: 'EN' },
    json: [classes],
    answers: 'products.csv',
  },
  {
    number: 12,
    method: 'POST',
    path: 'Standard/licenseCode',
    query: { licenseCode: '{licenseCode}' },
    json: 'Project standard',
    answers: 'Project standard',
  },
  { number: 11, method: 'GET', path: 'Standard/{id}', values: { id: 'all' }, answers: 'Project standard' },
  { number: 14, method: 'POST', path: 'ValidationFiles', sendsFile: true, answers: /^[0-9a-f-]{36}$/ },
  { number: 13, method: 'GET', path: 'ValidationFiles/{blobId}', answers: 'bytes of a pump' },
  { number: 17, method: 'POST', path: 'ValidationRequest', json: request, answers: '"17"' },
  {
    number: 15,
    method: 'GET',
    path: 'ValidationRequest/{projectId}/{ticketNumber}',
    values: ticket,
    answers: '"ticketNumber":"17"',
  },
  {
    number: 18,
    method: 'GET',
    path: 'ValidationRequests/{projectId}/{projectName}/{ticketNumber}',
    values: ticket,
    answers: '"ticketNumber":"17"',
  },
  {
    number: 16,
    method: 'DELETE',
    path: 'ValidationRequest/{projectId}/{ticketNumber}',
    values: ticket,
    answers: /^true$/,
  },
  { number: 17, method: 'POST', path: 'ValidationRequest', json: request, answers: '"17"' },
  {
    number: 19,
    method: 'DELETE',
    path: 'ValidationRequests/{projectId}/{projectName}/{ticketNumber}',
    values: ticket,
    answers: /^true$/,
  },
  { number: 22, method: 'POST', path: 'BIMReady', json: { [product.productId]: true }, answers: /^true$/ },
  { number: 23, method: 'GET', path: 'Data', answers: 'AuthorizationServerUrl' },
  {
    number: 24,
    method: 'GET',
    path: 'ProductData/{ManufacturerGLN}/{ProductCode}',
    values: { ManufacturerGLN: product.manufacturerGln, ProductCode: product.productCode },
    query: { languageCode: 'EN' },
    answers: `"productId":${product.productId}`,
  },
  {
    number: 25,
    method: 'POST',
    path: 'ProductData',
    query: { languageCode: 'NL' },
    json: [{ ManufacturerGLN: product.manufacturerGln, ProductCode: product.productCode }],
    answers: `"productId":${product.productId}`,
  },
  {
    number: 26,
    method: 'GET',
    path: 'ProductDataGTIN/{gtin}',
    values: { gtin: product.gtins[0] ?? '' },
    query: { languageCode: 'nl' },
    answers: `"productId":${product.productId}`,
  },
  {
    number: 27,
    method: 'POST',
    path: 'ProductValues',
    json: { ProductIds: [product.productId], LanguageCode: 'nl' },
    answers: `"productId":${product.productId}`,
  },
  {
    number: 29,
    method: 'POST',
    path: 'Products',
    query: { beautifyErrors: '1' },
    json: { CADProducts: [{ ...classes, ProductId: product.productId }], LanguageCode: 'nl' },
    answers: /^\d+$/,
  },
  {
    number: 28,
    method: 'GET',
    path: 'Products/{filterId}/{type}/{disableFields}',
    values: { type: 'productselection', disableFields: 'EF000008' },
    answers: '"cadProducts"',
  },
  {
    number: 2,
    method: 'GET',
    path: 'Export/{application}/{applicationVersion}/{filterId}/{languageCode}/{disabledFields}',
    values: { languageCode: 'EN', disabledFields: '-' },
    answers: 'products.csv',
  },
  {
    number: 30,
    method: 'GET',
    path: 'Structures/{etimClassCode}/{etimModelClassCode}',
    values: { etimModelClassCode: etimModelCode },
    query: { languageCode: 'nl' },
    answers: '"properties":[',
  },
];
