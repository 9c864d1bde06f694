import { pump, otherPump } from '../contract/sample-products.ts';
import type { Seed } from '../contract/seed.ts';
import type { KnownValues } from './schema-values.ts';

/** What the contract suite has put on the server, under the names requests have for it. */
export function knownValuesOf({ key, blobId, ...seed }: Seed): KnownValues {
  const products = [pump, otherPump];
  const values: Record<string, readonly string[]> = {
    ...Object.fromEntries(Object.entries(key).map(([name, value]) => [name, [value]])),
    type: [key.type, 'Drawing', 'Other', 'interface', 'productselection', 'N', 'A'],
    name: [key.applicationName],
    version: [key.applicationVersion],
    application: [key.applicationName],
    classCode: [key.etimClassCode],
    classCodeVersion: [key.etimClassCodeVersion],
    modelCode: [key.etimModelCode],
    modelCodeVersion: [key.etimModelCodeVersion],
    etimModelClassCode: [key.etimModelCode],
    modellingClassCode: [key.etimModelCode],
    modellingClassCodeVersion: [key.etimModelCodeVersion],
    languageCode: ['', 'nl', 'NL', 'en', 'de-AT'],
    majorVersion: ['', '-1', '0', '1', '7'],
    minorVersion: ['', '-1', '0', '1', '7'],
    baseVersion: ['none', '1.0', '1.1'],
    includeMinorVersion: ['True', 'False', 'true'],
    afterChangeDate: ['', 'null', '2020-01-01', '2030-01-01'],
    changeDate: ['2026-02-03T04:05:06Z', '0001-01-01T00:00:00'],
    requestDate: ['2026-02-03T04:05:06Z', '0001-01-01T00:00:00'],
    blobId: [blobId, seed.validationBlobId],
    attachmentName: ['', seed.attachmentName, 'b.pdf'],
    attachmentNameOrId: ['', seed.attachmentName],
    filterId: [seed.filterId],
    disableFields: ['-', '[]', '["EF000008"]', 'EF000008,EF000010'],
    disabledFields: ['-', '[]', '["EF000008"]'],
    projectId: [seed.projectId],
    projectName: [seed.projectName],
    ticketNumber: ['', '1', '2', '3'],
    id: ['', 'all'],
    standardName: ['Fuzzed standard', 'Another'],
    manufacturerGln: [pump.manufacturerGln],
    productCode: products.map(({ productCode }) => productCode),
    productId: products.map(({ productId }) => String(productId)),
    productIds: products.map(({ productId }) => String(productId)),
    gtin: pump.gtins,
    fileExtension: ['rfa', 'dwg'],
    baseFilename: ['pump', 'pömp'],
    beautifyErrors: ['0', '1'],
    status: ['0', '3'],
    resultInCad: ['0', '2'],
  };
  return new Map(Object.entries(values).map(([name, texts]) => [name.toLowerCase(), texts]));
}
